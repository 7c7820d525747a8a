// The files of identity documents and their keys: staged, submitted, found, and forgotten together.
import type { Side } from '#contract/verification/verification.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { noteDeletion } from '#server/platform/files/deletions.ts'
import type { WrappedKey } from '#server/platform/vault/keyring.ts'

type StagedFile = {
  id: string
  userId: string
  /** The submission it is meant for: bound into its encryption. */
  meantFor: string
  side: Side
  path: string
  createdAt: Date
}

export async function insertStaged(on: Sql, file: StagedFile, key: WrappedKey): Promise<void> {
  await on.run(sql`
    insert into verification_files (id, user_id, meant_for, side, path, created_at)
    values (${file.id}, ${file.userId}, ${file.meantFor}, ${file.side}, ${file.path},
      ${file.createdAt.toISOString()})`)
  await on.run(sql`
    insert into id_file_keys (file_id, epoch, wrapped)
    values (${file.id}, ${key.epoch}, ${key.wrapped})`)
}

type Staged = Pick<StagedFile, 'id' | 'meantFor' | 'side'>

/**
 * The files a member has staged since then, locked against the sweep until the transaction ends. Older
 * ones are locked as well: a sweep that runs is waited for here, and not later while others wait for
 * our lock on the audit log.
 */
export async function listStaged(on: Sql, userId: string, since: Date): Promise<Staged[]> {
  const rows = await on.rows<Staged & { createdAt: string }>(sql`
    select id, meant_for, side, created_at from verification_files
    where user_id = ${userId} and submission_id is null order by id for update`)
  return rows.filter(({ createdAt }) => new Date(createdAt) > since)
}

/** The id of the submission a member's staged files are meant for, or null. */
export async function findNextSubmission(
  on: Sql,
  userId: string,
  since: Date,
): Promise<string | null> {
  const found = await on.row<{ meantFor: string }>(sql`
    select meant_for from verification_files
    where user_id = ${userId} and submission_id is null and created_at > ${since.toISOString()}
    order by id limit 1`)
  return found?.meantFor ?? null
}

/** Makes staged files part of the submission they were meant for. */
export async function attachStaged(on: Sql, fileIds: readonly string[]): Promise<void> {
  await on.run(sql`
    update verification_files set submission_id = meant_for where id = any(${fileIds}::uuid[])`)
}

type StoredDocument = { path: string; userId: string; epoch: string; wrapped: Buffer }

export const findDocument = (
  on: Sql,
  submissionId: string,
  side: Side,
): Promise<StoredDocument | undefined> =>
  on.row<StoredDocument>(sql`
    select f.path, f.user_id, k.epoch, k.wrapped
    from verification_files f join id_file_keys k on k.file_id = f.id
    where f.submission_id = ${submissionId} and f.side = ${side}`)

/** Which files: all of a member, those of their submissions or of one, those staged and never submitted. */
export const ofMember = (userId: string): Query => sql`user_id = ${userId}`
export const isSubmittedSql = (userId: string): Query =>
  sql`user_id = ${userId} and submission_id is not null`
export const ofSubmission = (submissionId: string): Query => sql`submission_id = ${submissionId}`
export const isStagedSql = (userId: string, side?: Side): Query =>
  sql`user_id = ${userId} and submission_id is null and side = coalesce(${side ?? null}, side)`
export const isStagedBeforeSql = (time: Date): Query =>
  sql`submission_id is null and created_at <= ${time.toISOString()}`

export type Forgotten = { userId: string; submissionId: string | null; side: Side; path: string }

/** Deletes the keys of documents, from when on nobody can decrypt them, and their rows. The files go after the commit. */
export async function forgetFiles(on: Sql, which: Query, at: Date): Promise<Forgotten[]> {
  // locked before it is decided on: a file that is submitted at this moment is either deleted or submitted, never both
  const files = await on.rows<Forgotten & { id: string }>(sql`
    select id, user_id, submission_id, side, path from verification_files where ${which}
    order by id for update`)
  const ids = files.map(({ id }) => id)
  const doomed = { store: 'id-uploads', keys: files.map(({ path }) => path) } as const
  await noteDeletion(on, doomed, at)
  await on.run(sql`delete from id_file_keys where file_id = any(${ids}::uuid[])`)
  await on.run(sql`delete from verification_files where id = any(${ids}::uuid[])`)
  return files
}

export async function listDocumentPaths(on: Sql): Promise<string[]> {
  const rows = await on.rows<{ path: string }>(sql`select path from verification_files`)
  return rows.map(({ path }) => path)
}

/** Those of these paths that no row names. */
export async function unknownPaths(on: Sql, paths: readonly string[]): Promise<string[]> {
  const rows = await on.rows<{ path: string }>(sql`
    select given.path from unnest(${paths}::text[]) given (path)
    where not exists (select from verification_files f where f.path = given.path)`)
  return rows.map(({ path }) => path)
}

/** That there was a decision stays countable; what was noted of its member does not. */
export async function forgetNotes(on: Sql, userId: string): Promise<void> {
  await on.run(sql`
    update verification_submissions
    set review_note = case when status = 'rejected' then '–' end where user_id = ${userId}`)
}
