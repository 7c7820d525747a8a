// Everything that tests, fixtures and the demo draw by chance comes from here, out of the one seed of
// the run: `SEED=… npm test` draws the same again. Each test draws from a stream of its own that is
// named after it, so neither the order of the tests nor the worker they run in changes what they get.

/** The seed of this run. The runner draws one and prints it; a tool that is started alone brings none. */
export const SEED = process.env['SEED'] || 'parlour'

let next = openStream('outside any test')
const listeners = new Set<() => void>()

/** A stream of numbers from 0 up to, but not including, 2^32: the same ones for the same seed and name. */
export function openStream(name: string): () => number {
  // FNV-1a spreads the name over the four words that sfc32 (PractRand, Doty-Humphrey) starts from
  let [a, b, c, counter] = [0x811c9dc5, 0x9e3779b9, 0x243f6a88, 1]
  for (const char of `${SEED} ${name}`) {
    a = Math.imul(a ^ char.codePointAt(0)!, 0x01000193)
    b = Math.imul(b ^ a, 0x85ebca6b) ^ (b >>> 13)
    c = (c + Math.imul(a ^ b, 0xc2b2ae35)) | 0
  }
  const draw = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
  for (let warm = 0; warm < 15; warm += 1) draw()
  return draw
}

/** From here on whatever is drawn belongs to this test. Only the set-up of the test tools calls it. */
export function startTest(name: string): void {
  next = openStream(name)
  for (const listener of listeners) listener()
}

/** Calls the listener whenever another test begins. */
export function onTestStart(listener: () => void): void {
  listeners.add(listener)
}

/** A whole number from `from` up to, but not including, `end`. */
export const integer = (end: number, from = 0): number =>
  from + Math.floor((next() / 2 ** 32) * (end - from))

export const pick = <T>(list: readonly T[]): T => list[integer(list.length)]!

/** So many random bytes. */
export function bytes(length: number): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(Math.ceil(length / 4))
  for (let at = 0; at < words.length; at += 1) words[at] = next()
  return new Uint8Array(words.buffer, 0, length)
}

/** So many hexadecimal digits; for what nobody reads, because digits in a row may pass for a telephone number. */
export const hex = (length: number): string =>
  Array.from({ length }, () => (next() >>> 28).toString(16)).join('')

/** So many letters: for names, addresses and whatever else stands where a person could read it. */
export const letters = (length: number): string =>
  Array.from({ length }, () => 'abcdefghkmnopqrs'[next() >>> 28]).join('')

/** An id as the club gives them: UUID version 4 (RFC 9562). */
export function uuid(): string {
  const digits = hex(32)
  const variant = ((parseInt(digits[16]!, 16) & 0x3) | 0x8).toString(16)
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20),
  ].join('-')
}

let given = 0
/** Another number each time within this process: for what must be unique, where a drawn one might not be. */
export const serial = (): number => (given += 1)

/** The time of this machine, for the few tests that cannot turn a clock of their own. */
export const now = (): Date => new Date()
