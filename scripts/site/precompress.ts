// Packs the built web app, so that the server compresses nothing while it serves.
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** `NDIRECT`: so many near repetitions are named without further bits; of 0 to 12 our scripts are smallest with 6. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_NDIRECT]: 6 }

const [folder = 'dist'] = process.argv.slice(2)
const files = await readdir(folder, { recursive: true })
await Promise.all(
  files
    .filter((file) => /\.(js|css|svg|json)$/.test(file))
    .map(async (file) => {
      const path = join(folder, file)
      const bytes = await readFile(path)
      await put(`${path}.br`, await brotli(bytes, { params }))
      await put(`${path}.gz`, await zip(bytes, { level: 9 }))
    }),
)

/** Whole or not at all: a server may be reading. */
async function put(path: string, bytes: Uint8Array): Promise<void> {
  await writeFile(`${path}.part`, bytes)
  await rename(`${path}.part`, path)
}
