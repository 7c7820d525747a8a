import { sql, type Sql } from '#server/platform/database/database.ts'
import {
  couldBeSeen,
  isAdmitted,
  mayBeSeen,
  type SightRank,
} from '#server/platform/member-rules/visibility.ts'

type Block = {
  memberId: string
  username: string | null
  blockedAt: string
  isGone: boolean
}

type NewBlock = {
  blockerId: string
  blockedId: string
  /** Whether the blocker sees members at all. */
  maySee: boolean
  looking: SightRank
  at: Date
}

/**
 * The name is kept as it was, if it was to be seen: any other is none of the blocker's business. An account that staff
 * alone see is nobody's to block: an entry would say that there is one.
 */
export async function insertBlock(
  on: Sql,
  { blockerId, blockedId, maySee, looking, at }: NewBlock,
): Promise<void> {
  await on.run(sql`
    insert into blocks (blocker_id, blocked_id, name, created_at)
    select ${blockerId}, p.id, case when ${maySee}::boolean and ${mayBeSeen(blockerId, looking)} then p.username end,
      ${at.toISOString()}::timestamptz
    from profiles p
    where p.id = ${blockedId} and p.id <> ${blockerId}::uuid and ${isAdmitted(blockerId, looking)}
    on conflict do nothing`)
}

export async function deleteBlock(on: Sql, blockerId: string, blockedId: string): Promise<void> {
  await on.run(
    sql`delete from blocks
      where blocker_id = ${blockerId} and blocked_id = ${blockedId} and source_id is null`,
  )
}

/**
 * Those their owner made, not those that follow from an avoided address. The other may be gone; they are named
 * while the blocker would see them but for the block.
 */
export const findBlocks = (on: Sql, blockerId: string, looking: SightRank): Promise<Block[]> =>
  on.rows<Block>(sql`
    select b.blocked_id as member_id, case when ${couldBeSeen(blockerId, looking)} then b.name end as username,
      b.created_at as blocked_at, false as is_gone
    from blocks b join profiles p on p.id = b.blocked_id
    where b.blocker_id = ${blockerId} and b.source_id is null
    union all
    select m.source_id, null, min(m.since), true from apart_marks m
    where m.owner_id = ${blockerId} and m.kind = 'block' and not exists (select from blocks b
      where b.blocker_id = m.owner_id and b.blocked_id = m.source_id and b.source_id is null)
    group by m.source_id
    order by blocked_at desc, member_id`)
