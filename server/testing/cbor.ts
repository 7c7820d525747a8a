export type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>

const UNSIGNED = 0
const NEGATIVE = 1
const BYTES = 2
const TEXT = 3
const MAP = 5

/** As much of CBOR (RFC 8949) as authenticators speak. */
export function cborOf(value: Cbor): Buffer {
  if (typeof value === 'number')
    return value < 0 ? headOf(NEGATIVE, -1 - value) : headOf(UNSIGNED, value)
  if (typeof value === 'string') {
    const bytes = Buffer.from(value)
    return Buffer.concat([headOf(TEXT, bytes.length), bytes])
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([headOf(BYTES, value.length), value])
  const entries = [...value].flatMap(([name, entry]) => [cborOf(name), cborOf(entry)])
  return Buffer.concat([headOf(MAP, value.size), ...entries])
}

function headOf(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size])
  if (size < 256) return Buffer.from([(kind << 5) | 24, size])
  return Buffer.from([(kind << 5) | 25, size >> 8, size & 0xff])
}
