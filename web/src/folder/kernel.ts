// The compiled search as WebAssembly: arrays in its own memory, and functions of them. It imports nothing.

interface Described {
  name: string
  size: number
  shape: number[]
  strides: number[]
}

export interface Layouts {
  sha256: string
  entries: Record<string, Described[]>
  data: Record<string, { entry: string; sha256: string; into: [array: string, numbers: number][] }>
}

const ALIGNED = 64
const PAGE = 65536
const align = (at: number): number => Math.ceil(at / ALIGNED) * ALIGNED
const bytesOf = ({ size, shape }: Described): number => shape.reduce((all, each) => all * each, size)

/** Every 16-bit float as a 32-bit one. */
function widened(content: Uint8Array): Float32Array {
  const halves = new Uint16Array(content.buffer, content.byteOffset, content.byteLength / 2)
  const found = new Float32Array(halves.length)
  for (let i = 0; i < halves.length; i++) {
    const half = halves[i]!
    const exponent = (half >> 10) & 31
    const part = half & 1023
    found[i] = (half & 0x8000 ? -1 : 1) * (exponent ? 2 ** (exponent - 15) * (1 + part / 1024) : 2 ** -14 * (part / 1024))
  }
  return found
}

export class Kernel {
  private readonly memory: WebAssembly.Memory
  private readonly places = new Map<string, Map<string, number>>()
  private readonly taken = new Map<string, string>()
  private readonly known = new Map<string, Float32Array>()
  private readonly exports: WebAssembly.Exports
  private top: number
  private readonly answer: number
  private readonly layouts: Layouts

  constructor(module: WebAssembly.Module, layouts: Layouts) {
    this.layouts = layouts
    const { exports } = new WebAssembly.Instance(module, {})
    const missing = Object.keys(layouts.entries).find((name) => typeof exports[name] !== 'function')
    if (missing) throw new Error(`the search is of another version: ${missing}`)
    this.exports = exports
    this.memory = exports.memory as WebAssembly.Memory
    this.top = align((exports.__heap_base as WebAssembly.Global).value as number)
    this.answer = this.allot(ALIGNED)
  }

  private allot(size: number): number {
    const at = this.top
    this.top = align(at + size)
    const lacks = this.top - this.memory.buffer.byteLength
    if (lacks > 0) this.memory.grow(Math.ceil(lacks / PAGE)) // a RangeError: there is not enough memory
    return at
  }

  private placesOf(entry: string): Map<string, number> {
    let places = this.places.get(entry)
    if (!places) {
      places = new Map(this.layouts.entries[entry]!.map((each) => [each.name, this.allot(bytesOf(each))]))
      this.places.set(entry, places)
    }
    return places
  }

  /** Whether data was handed over. */
  knows(data: string): boolean {
    return this.known.has(data)
  }

  /** Hand over data that was fetched. */
  learn(data: string, content: Uint8Array): void {
    const wanted = this.layouts.data[data]!.into.reduce((all, [, numbers]) => all + 2 * numbers, 0)
    if (content.byteLength !== wanted) throw new Error(`${data} is cut, or of another version`)
    this.known.set(data, widened(content))
  }

  /** Put data where an entry point expects it, unless it is there. */
  take(entry: string, data: string): void {
    if (this.taken.get(entry) === data) return
    const numbers = this.known.get(data)!
    const places = this.placesOf(entry)
    let from = 0
    for (const [array, size] of this.layouts.data[data]!.into) {
      const at = places.get(array)!
      new Float32Array(this.memory.buffer, at, size).set(numbers.subarray(from, (from += size)))
    }
    this.taken.set(entry, data)
  }

  write(entry: string, array: string, content: Uint8Array): void {
    const at = this.placesOf(entry).get(array)! // this may let the memory grow
    new Uint8Array(this.memory.buffer).set(content, at)
  }

  read(entry: string, array: string, size: number): Uint8Array {
    const at = this.placesOf(entry).get(array)!
    return new Uint8Array(this.memory.buffer).slice(at, at + size)
  }

  /** Call an entry point with its arrays, as Numba passes them. */
  call(entry: string): void {
    const places = this.placesOf(entry)
    const given: (number | bigint)[] = [this.answer, this.answer]
    for (const { name, size, shape, strides } of this.layouts.entries[entry]!) {
      const numbers = shape.reduce((all, each) => all * each, 1)
      given.push(0, 0, BigInt(numbers), BigInt(size), places.get(name)!, ...shape.map(BigInt), ...strides.map(BigInt))
    }
    const status = (this.exports[entry] as (...given: (number | bigint)[]) => number)(...given)
    if (status !== 0) throw new Error(`${entry} failed: ${status}`)
  }
}
