import { expect, test } from 'vitest'
import { Kernel, type Layouts } from './kernel'

// (module (memory (export "memory") 1 2) (global (export "__heap_base") i32 (i32.const 1024)) (func (export "twice") …))
const EMPTY = new Uint8Array([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 4, 1, 1, 1, 2, 6, 7, 1, 0x7f, 0, 0x41, 0x80, 8, 0x0b, 7, 0x18, 2, 6, 0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79, 2, 0, 0x0b, 0x5f, 0x5f, 0x68, 0x65, 0x61, 0x70, 0x5f, 0x62, 0x61, 0x73, 0x65, 3, 0,
])

const layouts = (size: number): Layouts => ({ sha256: '', entries: {}, data: { numbers: { entry: 'think', sha256: '', into: [['numbers', size]] } } })
const kernel = (found: Layouts): Kernel => new Kernel(new WebAssembly.Module(EMPTY), found)

test('a module without an entry point is of another version', () => {
  expect(() => kernel({ ...layouts(4), entries: { think: [] } })).toThrow('of another version: think')
})

test('data that is cut is refused', () => {
  const found = kernel(layouts(4))
  expect(() => found.learn('numbers', new Uint8Array(6))).toThrow('is cut, or of another version')
  expect(found.knows('numbers')).toBe(false)
  found.learn('numbers', new Uint8Array(8))
  expect(found.knows('numbers')).toBe(true)
})

test('too little memory is an error, not silence', () => {
  const found = layouts(4)
  const small = kernel(found)
  found.entries.think = [{ name: 'root', size: 1 << 20, shape: [1], strides: [1 << 20] }]
  expect(() => small.write('think', 'root', new Uint8Array(8))).toThrow(RangeError)
})
