import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type * as z from 'zod'
import { writeWhole } from '#server/platform/files/durableFile.ts'
import { SetupError } from '#server/platform/process/setupError.ts'

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** Facts with their own sum beside them; answers the sum. */
export async function writeSealed(path: string, facts: object): Promise<string> {
  const text = JSON.stringify(facts)
  const sha256 = sumOf(text)
  await writeWhole(path, `{"sha256":"${sha256}","facts":${text}}\n`)
  return sha256
}

const SEALED = /^\{"sha256":"([0-9a-f]{64})","facts":(.*)\}\n$/s

/** Null when there is no such file. Throws a `SetupError` for one that is not as it was written. */
export async function readSealed<S extends z.ZodType>(
  path: string,
  schema: S,
): Promise<z.infer<S> | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new SetupError(`${path} cannot be read (${error.code}).`)
  })
  if (text === null) return null
  const [, sum, facts = ''] = SEALED.exec(text) ?? []
  const read = sum === sumOf(facts) ? schema.safeParse(JSON.parse(facts)) : null
  if (!read?.success)
    throw new SetupError(`${path} is not as it was written; take another copy of it.`)
  return read.data
}
