import type { AvoidedAddress } from '#contract/members/avoidedAddresses.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'

export const listEntries = (on: Sql, ownerId: string): Promise<AvoidedAddress[]> =>
  on.rows<AvoidedAddress>(sql`
    select source_id as id, since as added_at from apart_marks
    where owner_id = ${ownerId} and kind = 'address' order by since desc, source_id`)

export const findEntry = (
  on: Sql,
  ownerId: string,
  marks: Buffer[],
): Promise<AvoidedAddress | undefined> =>
  on.row<AvoidedAddress>(sql`
    select source_id as id, since as added_at from apart_marks
    where owner_id = ${ownerId} and kind = 'address' and address_mark = any (${marks}::bytea[])
    limit 1`)

export async function countEntries(on: Sql, ownerId: string): Promise<number> {
  const row = await on.row<{ count: number }>(sql`
    select count(*) from apart_marks where owner_id = ${ownerId} and kind = 'address'`)
  return row!.count
}

/** With the blocks that come of it now: as many statements, and as long, whether there are any or not. */
export async function insertEntry(
  on: Sql,
  { ownerId, id, mark, mailbox, at }: Entering,
): Promise<void> {
  await on.run(sql`
    insert into apart_marks (owner_id, kind, source_id, address_mark, since, kept_at)
    values (${ownerId}, 'address', ${id}, ${mark}, ${at.toISOString()}, ${at.toISOString()})`)
  await on.run(sql`
    insert into blocks (blocker_id, blocked_id, created_at, source_id)
    select ${ownerId}, u.id, ${at.toISOString()}::timestamptz, ${id} from users u
    where mailbox_of(u.email) = ${mailbox} and u.id <> ${ownerId}::uuid for key share of u`)
}

type Entering = { ownerId: string; id: string; mark: Buffer; mailbox: string; at: Date }
