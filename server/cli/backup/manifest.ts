import { join } from 'node:path'
import * as z from 'zod'
import { SetupError } from '#server/platform/process/setupError.ts'
import { BackupPart } from './parts.ts'
import { readChecksummed } from './checksummedFile.ts'

/** Raised when an older version of the club could no longer read a backup. */
export const FORMAT = 2
export const MANIFEST = 'manifest.json'

/** What follows `KEK_FILE` in the name of a key's file: its month, or `lasting` with the time it was replaced. */
export const SUFFIX = /^(\d{4}-\d{2}|lasting(\.[\dTZ-]+(\.turning)?)?)$/

const Copied = BackupPart.extend({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
})
/** A table's rows, packed. */
export type Copied = z.infer<typeof Copied>

const Head = z.object({ format: z.number(), version: z.string(), takenAt: z.iso.datetime() })

export const Everything = Head.extend({
  kind: z.literal('club'),
  /** The migrations of the database. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(Copied),
  sequences: z.record(z.string(), z.string().nullable()),
  jobs: BackupPart,
  files: z.array(BackupPart),
  /** The newest entry of the audit log; a backup from before this was noted has none. */
  auditHead: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .optional(),
  /** Files that rows name and that were not there. */
  missing: z.array(z.string()),
})
export type Everything = z.infer<typeof Everything>

export const Keys = Head.extend({
  kind: z.literal('keys'),
  /** The keys of the months, the lasting one and those before it, as they are called after `KEK_FILE`. */
  keys: z.array(BackupPart.extend({ suffix: z.string().regex(SUFFIX) })),
  documents: Copied,
})
export type Keys = z.infer<typeof Keys>

/** Throws a `SetupError` for what is no backup, is not whole, or comes from a newer club. */
export async function readManifest(folder: string): Promise<Everything | Keys> {
  if (folder.replace(/[/\\]+$/, '').endsWith('.part'))
    throw new SetupError(`${folder} was never finished; take a backup without ".part".`)
  const path = join(folder, MANIFEST)
  const head = await readChecksummed(path, Head.loose())
  if (!head) throw new SetupError(`${folder} is no backup: it has no ${MANIFEST}.`)
  if (head.format > FORMAT)
    throw new SetupError(
      `${folder} was made by a newer version of the club (${head.version}); restore it with that version.`,
    )
  const read = z.discriminatedUnion('kind', [Everything, Keys]).safeParse(head)
  if (!read.success) throw new SetupError(`${path} does not say what a backup says.`)
  return read.data
}
