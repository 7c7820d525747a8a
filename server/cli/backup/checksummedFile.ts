// JSON files with their own checksum: one that was cut short or changed is refused, not read. Nothing is encrypted.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type * as z from 'zod'
import { writeWhole } from '#server/platform/files/durableFile.ts'
import { SetupError } from '#server/platform/process/setupError.ts'

const checksum = (text: string) => createHash('sha256').update(text).digest('hex')

/** Answers the checksum. */
export async function writeChecksummed(path: string, facts: object): Promise<string> {
  const text = JSON.stringify(facts)
  const sha256 = checksum(text)
  await writeWhole(path, `{"sha256":"${sha256}","facts":${text}}\n`)
  return sha256
}

const CHECKSUMMED = /^\{"sha256":"([0-9a-f]{64})","facts":(.*)\}\n$/s

/** Null when there is no such file. Throws a `SetupError` for one that is not as it was written. */
export async function readChecksummed<S extends z.ZodType>(
  path: string,
  schema: S,
): Promise<z.infer<S> | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new SetupError(`${path} cannot be read (${error.code}).`)
  })
  if (text === null) return null
  const [, sum, facts = ''] = CHECKSUMMED.exec(text) ?? []
  const read = sum === checksum(facts) ? schema.safeParse(JSON.parse(facts)) : null
  if (!read?.success)
    throw new SetupError(`${path} is not as it was written; take another copy of it.`)
  return read.data
}
