import type { InputOf } from '#contract/endpoint.ts'
import type { DoorSettings, setDoor } from '#contract/admission/admission.ts'
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

/** Of what is said; answers false when it is so already. */
export async function updateSettings(
  on: Sql,
  changes: InputOf<typeof setDoor>['body'],
): Promise<boolean> {
  const { admission, invitationsPerMember } = changes
  const way = sql`coalesce(${admission ?? null}, admission)`
  const stock = sql`coalesce(${invitationsPerMember ?? null}::integer, invitations_per_member)`
  const changed = await on.run(sql`
    update club_settings set admission = ${way}, invitations_per_member = ${stock}
    where admission is distinct from ${way} or invitations_per_member <> ${stock}`)
  return changed > 0
}
