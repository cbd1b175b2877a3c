// SHA-256 of a text, in hexadecimal digits. The browser's own is there on https pages alone, and tables are also played at home over http.

/** The first bits of the fractional parts of a root of the first primes. */
function roots(count: number, power: number): number[] {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime)) primes.push(n)
  return primes.map((prime) => ((prime ** power % 1) * 2 ** 32) | 0)
}

const START = roots(8, 1 / 2)
const ROUNDS = roots(64, 1 / 3)
const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const data = new DataView(new ArrayBuffer((((bytes.length + 8) >> 6) + 1) << 6))
  bytes.forEach((byte, n) => data.setUint8(n, byte))
  data.setUint8(bytes.length, 0x80)
  data.setUint32(data.byteLength - 4, bytes.length * 8)
  const hash = [...START]
  const w: number[] = []
  for (let block = 0; block < data.byteLength; block += 64) {
    let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number]
    for (let n = 0; n < 64; n++) {
      if (n < 16) w[n] = data.getInt32(block + 4 * n)
      else {
        const [x, y] = [w[n - 15]!, w[n - 2]!]
        w[n] = (w[n - 16]! + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[n - 7]! + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))) | 0
      }
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[n]! + w[n]!) | 0
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g]
    }
    ;[a, b, c, d, e, f, g, h].forEach((word, n) => (hash[n] = (hash[n]! + word) | 0))
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
