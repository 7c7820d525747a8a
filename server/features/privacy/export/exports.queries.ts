// Copies of a member's data: requested, built by one process at a time, and fetched once by each link.
import type { Export } from '#contract/privacy/ownData.ts'
import type { Language } from '#contract/fields.ts'
import type { Side } from '#contract/verification/verification.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import type { WrappedKey } from '#server/platform/vault/keyring.ts'

export type ExportRow = Omit<Export, 'nextAt'>

/** Whose copy it is, while it can be fetched. */
export const findExportReader = (
  on: Sql,
  exportId: string,
): Promise<{ id: string; email: string; language: Language | null } | undefined> =>
  on.row(sql`
    select u.id, u.email, u.language from exports e join users u on u.id = e.user_id
    where e.id = ${exportId} and e.state = 'ready'`)

/** SQL: whether something in an export `e` was shredded while it could be had. */
export const isVoid = sql`exists (select from shred_receipts r
  where r.user_id = e.user_id and r.created_at >= e.requested_at
    and r.created_at < coalesce(e.expires_at, 'infinity'))`

export const newestExport = (on: Sql, userId: string): Promise<ExportRow | undefined> =>
  on.row<ExportRow>(sql`
    select id, state, progress, requested_at, ready_at, expires_at, bytes, ${isVoid} as is_void
    from exports e where user_id = ${userId} order by requested_at desc limit 1`)

export async function insertExport(on: Sql, id: string, userId: string, at: Date): Promise<void> {
  await on.run(sql`
    insert into exports (id, user_id, state, requested_at)
    values (${id}, ${userId}, 'waiting', ${at.toISOString()})`)
}

export type Building = { userId: string; requestedAt: string; language: Language | null }

/** For one process at a time, until the transaction ends; false when another has it. */
export async function takeExport(on: Sql, id: string): Promise<boolean> {
  const row = await on.row<{ isTaken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${id}, 4027008)) as is_taken`,
  )
  return row?.isTaken ?? false
}

/** Begins it, or begins it again; nothing when it is over already. */
export const beginExport = (on: Sql, id: string): Promise<Building | undefined> =>
  on.row<Building>(sql`
    update exports e set state = 'building', progress = 0 from users u
    where e.id = ${id} and e.state in ('waiting', 'building') and u.id = e.user_id
    returning e.user_id, e.requested_at, u.language`)

export async function noteProgress(on: Sql, id: string, percent: number): Promise<void> {
  await on.run(
    sql`update exports set progress = ${percent} where id = ${id} and state = 'building'`,
  )
}

/** Whether it is still wanted; nobody else ends it until the transaction does. */
export async function lockBuilding(on: Sql, id: string): Promise<boolean> {
  const locked = await on.run(
    sql`select from exports where id = ${id} and state = 'building' for update`,
  )
  return locked > 0
}

type Ready = WrappedKey & { bytes: number; readyAt: Date; expiresAt: Date }

export async function markReady(on: Sql, id: string, ready: Ready): Promise<void> {
  await on.run(sql`
    update exports set state = 'ready', progress = 100, bytes = ${ready.bytes},
      ready_at = ${ready.readyAt.toISOString()}, expires_at = ${ready.expiresAt.toISOString()},
      epoch = ${ready.epoch}, wrapped = ${ready.wrapped}
    where id = ${id}`)
}

type ReadyExport = WrappedKey & { id: string; userId: string; bytes: number }

/** The one a member can fetch: its time has not come, and nothing in it was shredded since. */
export const findReady = (on: Sql, userId: string, now: Date): Promise<ReadyExport | undefined> =>
  on.row<ReadyExport>(sql`
    select id, user_id, bytes, epoch, wrapped from exports e
    where user_id = ${userId} and state = 'ready' and expires_at > ${now.toISOString()}
      and not ${isVoid}
    order by ready_at desc limit 1`)

export async function insertLink(on: Sql, hash: Buffer, exportId: string, at: Date): Promise<void> {
  await on.run(sql`
    insert into export_links (token_hash, export_id, created_at)
    values (${hash}, ${exportId}, ${at.toISOString()}) on conflict (token_hash) do nothing`)
}

type Link = { exportId: string; userId: string; usedAt: string | null }

export const findLink = (on: Sql, hash: Buffer): Promise<Link | undefined> =>
  on.row<Link>(sql`
    select l.export_id, e.user_id, l.used_at
    from export_links l join exports e on e.id = l.export_id where l.token_hash = ${hash}`)

/** Of two that follow the same link one gets it. */
export async function spendLink(on: Sql, hash: Buffer, at: Date): Promise<boolean> {
  const used = await on.run(sql`
    update export_links set used_at = ${at.toISOString()}
    where token_hash = ${hash} and used_at is null`)
  return used > 0
}

type Document = { submissionId: string; side: Side }

/** Those that were handed in and are kept still. */
export const listDocuments = (on: Sql, userId: string): Promise<Document[]> =>
  on.rows<Document>(sql`
    select f.submission_id, f.side from verification_files f
    where f.user_id = ${userId} and f.submission_id is not null order by f.created_at, f.side`)
