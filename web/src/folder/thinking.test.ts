import { expect, test } from 'vitest'
import type { Thought, Wanted } from './thinker'
import { Thinking, type Mind } from './thinking'

class Stub implements Mind {
  asked: Wanted[] = []
  ended = false
  onmessage: ((event: { data: Thought }) => void) | null = null
  onerror: ((event: { message: string }) => void) | null = null
  postMessage = (wanted: Wanted): void => void this.asked.push(wanted)
  terminate = (): void => void (this.ended = true)
  get numbers(): number[] {
    return this.asked.flatMap((each) => (each.kind === 'think' ? [each.number] : []))
  }
  say = (data: Thought): void => this.onmessage?.({ data })
}

function setUp() {
  const minds: Stub[] = []
  const begin = (): Mind => {
    minds.push(new Stub())
    return minds.at(-1)!
  }
  return { minds, thinking: new Thinking(begin, { python: 'python', search: 'search' }, () => undefined) }
}

const question = new Uint8Array([1])
const answer = new Uint8Array([2])

test('the most urgent question comes first, and one at a time', async () => {
  const { minds, thinking } = setUp()
  const found = [thinking.think(1, 2, question), thinking.think(2, 2, question), thinking.think(3, 0, question)]
  const mind = minds[0]!
  expect(mind.asked[0]).toEqual({ kind: 'start', python: 'python', search: 'search' })
  for (const number of [1, 3, 2]) {
    expect(mind.numbers.at(-1)).toBe(number)
    mind.say({ kind: 'thought', number, answer })
  }
  expect(await Promise.all(found)).toEqual([answer, answer, answer])
  expect(minds).toHaveLength(1)
})

test('a thought that nobody waits for ends at once, with its worker, and the next one gets another', async () => {
  const { minds, thinking } = setUp()
  const one = thinking.think(1, 0, question)
  const two = thinking.think(2, 0, question)
  thinking.stop(1)
  await expect(one).rejects.toThrow('stopped')
  expect(minds[0]!.ended).toBe(true)
  expect(minds[1]!.numbers).toEqual([2])
  minds[0]!.say({ kind: 'thought', number: 1, answer }) // too late
  minds[1]!.say({ kind: 'thought', number: 2, answer })
  expect(await two).toEqual(answer)
})

test('a question that still waits is taken out of the line', () => {
  const { minds, thinking } = setUp()
  void thinking.think(1, 0, question)
  void thinking.think(2, 0, question)
  thinking.stop(2)
  minds[0]!.say({ kind: 'thought', number: 1, answer })
  expect(minds[0]!.numbers).toEqual([1])
})

test('a worker that fails or ends fails its question, and is replaced', async () => {
  const { minds, thinking } = setUp()
  const one = thinking.think(1, 0, question)
  minds[0]!.say({ kind: 'failed', number: 1, reason: 'RangeError: out of memory' })
  await expect(one).rejects.toThrow('out of memory')
  const two = thinking.think(2, 0, question)
  minds[1]!.onerror!({ message: '' })
  await expect(two).rejects.toThrow('ended')
  expect(minds.map(({ ended }) => ended)).toEqual([true, true])
})

test('it says how far it has got ready, and stops saying so', () => {
  const { minds, thinking } = setUp()
  const parts: number[] = []
  thinking.tell((part) => parts.push(part))
  thinking.prepare()
  minds[0]!.say({ kind: 'ready', part: 0.7 })
  minds[0]!.say({ kind: 'ready', part: 1 })
  expect(parts).toEqual([0.7, 1])
})
