import { sql, type Sql } from '#server/platform/database/database.ts'
import { mayBeSeen, type SightRank } from '#server/platform/member-rules/visibility.ts'

type NewMute = { muterId: string; mutedId: string; looking: SightRank; at: Date }

/** Of somebody the muter sees. */
export async function insertMute(
  on: Sql,
  { muterId, mutedId, looking, at }: NewMute,
): Promise<void> {
  await on.run(sql`
    insert into mutes (muter_id, muted_id, created_at)
    select ${muterId}, p.id, ${at.toISOString()}::timestamptz
    from profiles p
    where p.id = ${mutedId} and p.id <> ${muterId}::uuid and ${mayBeSeen(muterId, looking)}
    on conflict do nothing`)
}

export async function deleteMute(on: Sql, muterId: string, mutedId: string): Promise<void> {
  await on.run(sql`delete from mutes where muter_id = ${muterId} and muted_id = ${mutedId}`)
}

type Mute = { memberId: string; username: string | null; mutedAt: string }

export const findMutes = (on: Sql, muterId: string, looking: SightRank): Promise<Mute[]> =>
  on.rows<Mute>(sql`
    select m.muted_id as member_id, case when ${mayBeSeen(muterId, looking)} then p.username end as username,
      m.created_at as muted_at
    from mutes m join profiles p on p.id = m.muted_id
    where m.muter_id = ${muterId} order by m.created_at desc, m.muted_id`)
