/** Multiplication in the field of 256 elements that QR codes use. */
function times(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    product ^= ((b >> bit) & 1) * a
  }
  return product
}

/** The Reed-Solomon generator of a degree, without its leading one. */
function generator(degree: number): number[] {
  const factors = Array<number>(degree).fill(0).with(-1, 1)
  let root = 1
  for (let step = 0; step < degree; step++) {
    for (let at = 0; at < degree; at++)
      factors[at] = times(factors[at]!, root) ^ (factors[at + 1] ?? 0)
    root = times(root, 2)
  }
  return factors
}

function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  const rest = divisor.map(() => 0)
  for (const byte of data) {
    const factor = byte ^ rest.shift()!
    rest.push(0)
    for (const [at, one] of divisor.entries()) rest[at]! ^= times(one, factor)
  }
  return rest
}

type Shape = { blocks: number; data: number; correction: number }

/** The codewords in blocks, each with its correction, by turns as they are drawn. */
export function withCorrection(codewords: number[], { blocks, data, correction }: Shape): number[] {
  const divisor = generator(correction)
  const parts = Array.from({ length: blocks }, (_, at) =>
    codewords.slice(at * data, (at + 1) * data),
  )
  const byTurns = (all: number[][]) => all[0]!.flatMap((_, at) => all.map((one) => one[at]!))
  return [...byTurns(parts), ...byTurns(parts.map((part) => remainder(part, divisor)))]
}
