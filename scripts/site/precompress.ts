import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }

/** Writes `.br` and `.gz` beside what shrinks, so that the server compresses nothing while it serves. */
export async function precompress(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true })
  await Promise.all(
    files
      .filter((file) => /\.(js|css|svg|json|webmanifest)$/.test(file))
      .map(async (file) => {
        const bytes = await readFile(join(folder, file))
        await writeFile(join(folder, `${file}.br`), await brotli(bytes, { params }))
        await writeFile(join(folder, `${file}.gz`), await zip(bytes, { level: 9 }))
      }),
  )
}
