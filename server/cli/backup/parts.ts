import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { renameDurably, syncMade } from '#server/platform/files/durableFile.ts'
import { SetupError } from '#server/platform/process/setupError.ts'

/** A file of a backup, below its folder, with `/` between folders. */
export const BackupPart = z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })
export type BackupPart = z.infer<typeof BackupPart>

/** Passes everything on and counts it. */
class Measure extends Transform {
  bytes = 0
  #hash: Hash = createHash('sha256')

  override _transform(chunk: Buffer, _: BufferEncoding, done: (e: null, c: Buffer) => void): void {
    this.bytes += chunk.length
    this.#hash.update(chunk)
    done(null, chunk)
  }
  sum(): string {
    return this.#hash.digest('hex')
  }
}

/** Writes a new file durably, whole or not at all. */
export async function writePart(
  folder: string,
  path: string,
  ...through: readonly [Readable, ...Transform[]]
): Promise<BackupPart> {
  const target = join(folder, path)
  const half = `${target}.part`
  // not awaited first: what comes in may fail at once, and its error must be caught
  const made = mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  const measure = new Measure()
  try {
    const file = createWriteStream(half, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline([...through, measure, file])
    await renameDurably(half, target)
    await syncMade(dirname(target), made)
  } catch (error) {
    await rm(half, { force: true })
    throw error
  }
  return { path, bytes: measure.bytes, sha256: measure.sum() }
}

/** Throws a `SetupError` unless every part is there as it was written. */
export async function verifyParts(folder: string, parts: readonly BackupPart[]): Promise<void> {
  for (const { path, bytes, sha256 } of parts) {
    const hash = createHash('sha256')
    let length = 0
    try {
      for await (const chunk of createReadStream(join(folder, path)) as AsyncIterable<Buffer>) {
        hash.update(chunk)
        length += chunk.length
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new SetupError(`${join(folder, path)} cannot be read (${code}).`)
    }
    if (length !== bytes || hash.digest('hex') !== sha256)
      throw new SetupError(
        `${join(folder, path)} is not as it was written; take another copy of this backup, or another one.`,
      )
  }
}
