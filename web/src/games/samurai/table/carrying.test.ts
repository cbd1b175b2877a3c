import { beforeEach, expect, test } from 'vitest'
import { Carrying } from './carrying.svelte'

const at = (pointerId: number, clientX: number, clientY = 0) => ({ pointerId, clientX, clientY })
let told: unknown[]
let carrying: Carrying
beforeEach(() => {
  told = []
  carrying = new Carrying((code, place, released) => told.push([code, place?.x ?? null, released]))
})

test('a token is carried and let go', () => {
  carrying.take('B3', 0, at(1, 0))
  carrying.move(at(1, 5))
  expect(told).toEqual([])
  carrying.move(at(1, 50))
  expect(carrying.carried).toMatchObject({ code: 'B3', x: 50, moving: true })
  expect(carrying.drop(at(1, 60))).toBe(true)
  expect(told).toEqual([['B3', 50, false], ['B3', 60, true]])
})

test('a press without a drag is a click', () => {
  carrying.take('B3', 0, at(1, 0))
  expect(carrying.drop(at(1, 2))).toBe(false)
  expect([told, carrying.carried]).toEqual([[], null])
})

test('a pinch during a drag puts the token back, and the fingers lay nothing', () => {
  carrying.take('B3', 0, at(1, 0))
  carrying.move(at(1, 50))
  carrying.pressed(at(2, 200))
  expect(carrying.carried).toBeNull()
  carrying.move(at(2, 250))
  carrying.move(at(1, 90))
  expect([carrying.drop(at(2, 250)), carrying.drop(at(1, 90))]).toEqual([false, false])
  expect(told).toEqual([['B3', 50, false], ['B3', null, false]])
})

test('a second token is not taken while one is carried', () => {
  carrying.take('B3', 0, at(1, 0))
  carrying.take('S1', 1, at(2, 0))
  expect(carrying.carried!.code).toBe('B3')
})
