// SHA-256 and HMAC in plain code: browsers keep their own for secure pages, and a family's server on the home network
// is none. Checked against the project's shared vectors.

type Bytes = Uint8Array

const FIRST_PRIMES = (() => {
  const primes: number[] = []
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n)
  return primes
})()
const fraction = (x: number): number => Math.floor((x - Math.floor(x)) * 2 ** 32) >>> 0
const K = FIRST_PRIMES.map((p) => fraction(Math.cbrt(p)))
const START = FIRST_PRIMES.slice(0, 8).map((p) => fraction(Math.sqrt(p)))
const turn = (x: number, n: number): number => (x >>> n) | (x << (32 - n))

export function sha256(message: Bytes): Bytes {
  const length = Math.ceil((message.length + 9) / 64) * 64
  const padded = new Uint8Array(length)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(length - 8, Math.floor(message.length / 2 ** 29))
  view.setUint32(length - 4, (message.length << 3) >>> 0)
  const state = Uint32Array.from(START)
  const w = new Uint32Array(64)
  const at = (list: ArrayLike<number>, i: number): number => list[i] as number
  for (let block = 0; block < length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(block + 4 * i)
    for (let i = 16; i < 64; i++) {
      const [a, b] = [at(w, i - 15), at(w, i - 2)]
      w[i] = at(w, i - 16) + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + at(w, i - 7) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + at(K, i) + at(w, i)) >>> 0
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) >>> 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0]
    }
    for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = at(state, i) + value
  }
  const digest = new Uint8Array(32)
  for (let i = 0; i < 8; i++) new DataView(digest.buffer).setUint32(4 * i, at(state, i))
  return digest
}

export function hmac(key: Bytes, message: Bytes): Bytes {
  const block = new Uint8Array(64)
  block.set(key.length > 64 ? sha256(key) : key)
  const inner = sha256(Uint8Array.from([...block.map((byte) => byte ^ 0x36), ...message]))
  return sha256(Uint8Array.from([...block.map((byte) => byte ^ 0x5c), ...inner]))
}

export const hex = (bytes: Bytes): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
export const unhex = (text: string): Bytes => Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16))
