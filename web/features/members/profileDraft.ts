import { saveProfile, type Profile } from '#contract/members/profiles.ts'
import { PROFILE_DRAFT, readDraft, writeDraft } from '#web/platform/session/drafts.ts'

type Field = keyof Omit<Profile, 'photos'>
/** What the form holds: each field of a profile as it is typed. */
export type ProfileFields = Record<Field, string>

/** What of a profile can be changed, as the club takes it. */
export const FIELDS = Object.keys(saveProfile.body.shape) as Field[]

/** A profile as the form shows it: what is not there is empty. */
export const toProfileFields = (
  profile: Partial<Record<Field, string | null | undefined>>,
): ProfileFields =>
  Object.fromEntries(FIELDS.map((field) => [field, profile[field] ?? ''])) as ProfileFields

/** What saving would change: spaces at the end do not count. */
export function findChanges(fields: ProfileFields, saved: ProfileFields): Partial<ProfileFields> {
  const { data } = saveProfile.body.safeParse(fields)
  const stored = data ? toProfileFields(data) : fields
  const changed = FIELDS.filter((field) => stored[field] !== saved[field])
  return Object.fromEntries(changed.map((field) => [field, fields[field]]))
}

/** Only what was changed: the rest may have been saved elsewhere by the time this is read. */
export function readProfileDraft(userId: string): Partial<ProfileFields> | null {
  try {
    const stored = JSON.parse(readDraft(userId, PROFILE_DRAFT) || 'null') as Record<
      string,
      unknown
    > | null
    const written = FIELDS.filter((field) => typeof stored?.[field] === 'string')
    return stored && Object.fromEntries(written.map((field) => [field, stored[field]]))
  } catch {
    return null
  }
}

/** Nothing changed is nothing to lose any more. */
export function keepProfileDraft(userId: string, changes: Partial<ProfileFields>): void {
  const isEmpty = Object.keys(changes).length === 0
  writeDraft(userId, PROFILE_DRAFT, isEmpty ? '' : JSON.stringify(changes))
}
