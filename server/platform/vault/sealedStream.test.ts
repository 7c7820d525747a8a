import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { bytes } from '#testing/random.ts'
import { newKey } from './keyring.ts'
import { sealing, unsealing } from './sealedStream.ts'

const PIECE = 64 * 1024
const SEALED_PIECE = PIECE + 16
const bound = Buffer.from('of mia')

/** Handed over in chunks of an odd size, as disks and networks do. */
const chunksOf = (bytes: Buffer, size = 10_007) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    ),
  )
const seal = (key: Buffer, bytes: Buffer) => buffer(chunksOf(bytes).pipe(sealing(key, bound)))
async function unseal(key: Buffer, sealed: Buffer, to = bound): Promise<Buffer> {
  const out: Buffer[] = []
  await pipeline(chunksOf(sealed), unsealing(key, to), async (source) => {
    for await (const chunk of source) out.push(chunk as Buffer)
  })
  return Buffer.concat(out)
}

test.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 3 * PIECE + 5])(
  '%i bytes come back as they were',
  async (length) => {
    const key = newKey()
    const plain = Buffer.from(bytes(length))
    const sealed = await seal(key, plain)
    expect(sealed.length).toBe(length + 16 * Math.max(1, Math.ceil(length / PIECE)))
    expect((await unseal(key, sealed)).equals(plain)).toBe(true)
  },
)

test('a bit that was changed, a piece moved, left out or repeated, and an end cut off are noticed', async () => {
  const key = newKey()
  const sealed = await seal(key, Buffer.from(bytes(3 * PIECE + 5)))
  const piece = (n: number) => sealed.subarray(n * SEALED_PIECE, (n + 1) * SEALED_PIECE)
  const flipped = Buffer.from(sealed)
  flipped[SEALED_PIECE + 3]! ^= 1
  const wrong = {
    flipped,
    moved: Buffer.concat([piece(1), piece(0), piece(2), piece(3)]),
    leftOut: Buffer.concat([piece(0), piece(2), piece(3)]),
    repeated: Buffer.concat([piece(0), piece(0), piece(1), piece(2), piece(3)]),
    cutBetween: Buffer.concat([piece(0), piece(1), piece(2)]),
    cutWithin: sealed.subarray(0, -3),
    empty: Buffer.alloc(0),
  }
  for (const [how, spoilt] of Object.entries(wrong))
    await expect(unseal(key, spoilt), how).rejects.toThrow()
  await expect(unseal(newKey(), sealed)).rejects.toThrow()
  await expect(unseal(key, sealed, Buffer.from('of ben'))).rejects.toThrow()
})

test('nothing of a piece is handed on before it is proved', async () => {
  const key = newKey()
  const sealed = await seal(key, Buffer.from(bytes(3 * PIECE)))
  sealed[2 * SEALED_PIECE + 1]! ^= 1
  let seen = 0
  const reading = pipeline(chunksOf(sealed), unsealing(key, bound), async (source) => {
    for await (const chunk of source) seen += (chunk as Buffer).length
  })
  await expect(reading).rejects.toThrow()
  expect(seen).toBeLessThanOrEqual(2 * PIECE)
})
