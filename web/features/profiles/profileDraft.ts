import { saveProfile, type Profile } from '#contract/profiles.ts'
import { readDraft, writeDraft } from '#web/platform/drafts.ts'

export type ProfileFields = { username: string; city: string; bio: string }

/** No room can have this name, so that its draft and this one never meet. */
const PLACE = 'own.profile'

export const fieldsOf = ({ username, city, bio }: Omit<Profile, 'photos'>): ProfileFields => ({
  username,
  city: city ?? '',
  bio: bio ?? '',
})

/** Whether saving would change anything: spaces at the end do not count. */
export function isChanged(fields: ProfileFields, saved: ProfileFields): boolean {
  const { data } = saveProfile.body.safeParse(fields)
  const stored = data ? fieldsOf(data) : fields
  return (['username', 'city', 'bio'] as const).some((field) => stored[field] !== saved[field])
}

export function readProfileDraft(userId: string): ProfileFields | null {
  try {
    const kept = JSON.parse(readDraft(userId, PLACE) || 'null') as Record<string, unknown> | null
    const read = (field: string) => (typeof kept?.[field] === 'string' ? kept[field] : '')
    return kept && { username: read('username'), city: read('city'), bio: read('bio') }
  } catch {
    return null
  }
}

/** Null when there is nothing to lose any more. */
export const keepProfileDraft = (userId: string, fields: ProfileFields | null): void =>
  writeDraft(userId, PLACE, fields ? JSON.stringify(fields) : '')
