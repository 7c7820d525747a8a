// Packs the built web app, so that the server compresses nothing while it serves.
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/**
 * How many near repetitions are named without further bits (`NDIRECT`, in steps of `NPOSTFIX`): the ways in which our
 * scripts are smallest, each in one of them.
 */
const WAYS = [
  [0, 4],
  [0, 8],
  [1, 8],
] as const

async function pack(bytes: Uint8Array): Promise<Uint8Array> {
  const packed = await Promise.all(
    WAYS.map(([postfix, direct]) =>
      brotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
          [constants.BROTLI_PARAM_NDIRECT]: direct,
        },
      }),
    ),
  )
  return packed.reduce((least, one) => (one.length < least.length ? one : least))
}

const [folder = 'dist'] = process.argv.slice(2)
const files = await readdir(folder, { recursive: true })
await Promise.all(
  files
    .filter((file) => /\.(js|css|svg|json)$/.test(file))
    .map(async (file) => {
      const path = join(folder, file)
      const bytes = await readFile(path)
      await put(`${path}.br`, await pack(bytes))
      await put(`${path}.gz`, await zip(bytes, { level: 9 }))
    }),
)

/** Whole or not at all: a server may be reading. */
async function put(path: string, bytes: Uint8Array): Promise<void> {
  await writeFile(`${path}.part`, bytes)
  await rename(`${path}.part`, path)
}
