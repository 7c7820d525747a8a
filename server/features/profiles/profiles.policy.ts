import { inLatin } from '#server/platform/lookalikes.ts'

/** What a person would take two usernames for: equal keys look the same, so a key is given once. */
export function usernameKey(username: string): string {
  const folded = inLatin(username.normalize('NFKC'))
    .toUpperCase()
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Cc}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC')
  return inLatin(folded).replaceAll('rn', 'm').replaceAll('vv', 'w')
}

/** Who speaks for the club; no member is called so, alone or as one word among others. */
const RESERVED = [
  'admin',
  'admins',
  'administrator',
  'administratorin',
  'administration',
  'moderator',
  'moderatorin',
  'moderators',
  'moderation',
  'support',
  'staff',
  'system',
  'clubleitung',
].map(usernameKey)

/** Whether a name would pass for the club itself; the club's own name counts wherever it stands. */
export function isReserved(username: string, clubName: string): boolean {
  const key = usernameKey(username)
  const words = key.split(/[^\p{L}\p{N}]+/u)
  const own = usernameKey(clubName)
  return (
    words.some((word) => RESERVED.includes(word)) ||
    ` ${words.join(' ')} `.includes(` ${own.split(/[^\p{L}\p{N}]+/u).join(' ')} `)
  )
}

/** Whoever still waits in line sees nobody yet but themselves. */
export const mayLookAt = (
  viewer: { userId: string; isAdmitted: boolean },
  memberId: string,
): boolean => viewer.isAdmitted || viewer.userId === memberId
