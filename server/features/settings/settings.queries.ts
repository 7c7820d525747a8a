import type { DoorSettings } from '#contract/admission/admission.ts'
import type { Config } from '#server/config.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import { needsConfirmation } from './settings.policy.ts'

export type StoredSettings = DoorSettings & { isDiscreet: boolean }

/** As they are at this moment; what no admin has set is what the configuration says. */
export async function readSettings(
  on: Sql,
  config: Pick<Config, 'admission' | 'discreet' | 'emailConfirmation'>,
): Promise<StoredSettings> {
  const row = await on.row<StoredSettings>(sql`
    select coalesce(admission, ${config.admission}) as admission, invitations_per_member,
      ${needsConfirmation(config)}::boolean and coalesce(is_discreet, ${config.discreet}) as is_discreet
    from club_settings`)
  if (!row) throw new Error('the club has no settings')
  return row
}

/** Answers false when it is so already. */
export async function updateDiscreet(on: Sql, isDiscreet: boolean): Promise<boolean> {
  const changed = await on.run(sql`
    update club_settings set is_discreet = ${isDiscreet}
    where is_discreet is distinct from ${isDiscreet}`)
  return changed > 0
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
