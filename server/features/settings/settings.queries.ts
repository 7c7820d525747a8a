import type { DoorSettings } from '#contract/door.ts'
import type { Config } from '#server/config.ts'
import { sql, type Sql } from '#server/platform/database.ts'

/** As they are at this moment; what no admin has set is what the configuration says. */
export async function readSettings(
  on: Sql,
  { admission }: Pick<Config, 'admission'>,
): Promise<DoorSettings> {
  const row = await on.row<DoorSettings>(sql`
    select coalesce(admission, ${admission}) as admission, invitations_per_member
    from club_settings`)
  if (!row) throw new Error('the club has no settings')
  return row
}

/** Answers false when they are so already. */
export async function updateSettings(on: Sql, to: DoorSettings): Promise<boolean> {
  const changed = await on.run(sql`
    update club_settings set admission = ${to.admission},
      invitations_per_member = ${to.invitationsPerMember}
    where admission is distinct from ${to.admission}
      or invitations_per_member <> ${to.invitationsPerMember}`)
  return changed > 0
}
