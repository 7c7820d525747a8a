import { saveProfile, type Profile } from '#contract/members/profiles.ts'
import { PROFILE_DRAFT, readDraft, writeDraft } from '#web/platform/session/drafts.ts'

export type ProfileFields = { username: string; city: string; bio: string }

export const toProfileFields = ({
  username,
  city,
  bio,
}: Omit<Profile, 'photos'>): ProfileFields => ({
  username,
  city: city ?? '',
  bio: bio ?? '',
})

export const FIELDS = ['username', 'city', 'bio'] as const

/** What saving would change: spaces at the end do not count. */
export function findChanges(fields: ProfileFields, saved: ProfileFields): Partial<ProfileFields> {
  const { data } = saveProfile.body.safeParse(fields)
  const { username = '', city = null, bio = null } = data ?? {}
  const stored = data ? toProfileFields({ username, city, bio }) : fields
  const changed = FIELDS.filter((field) => stored[field] !== saved[field])
  return Object.fromEntries(changed.map((field) => [field, fields[field]]))
}

/** Only what was changed: the rest may have been saved elsewhere by the time this is read. */
export function readProfileDraft(userId: string): Partial<ProfileFields> | null {
  try {
    const kept = JSON.parse(readDraft(userId, PROFILE_DRAFT) || 'null') as Record<
      string,
      unknown
    > | null
    const written = FIELDS.filter((field) => typeof kept?.[field] === 'string')
    return kept && Object.fromEntries(written.map((field) => [field, kept[field]]))
  } catch {
    return null
  }
}

/** Nothing changed is nothing to lose any more. */
export function keepProfileDraft(userId: string, changes: Partial<ProfileFields>): void {
  const isEmpty = Object.keys(changes).length === 0
  writeDraft(userId, PROFILE_DRAFT, isEmpty ? '' : JSON.stringify(changes))
}
