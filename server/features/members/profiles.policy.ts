import { inLatin } from '#server/platform/site/lookalikes.ts'

/** What a person would take two usernames for: equal keys look the same, so a key is given once. */
export function usernameKey(username: string): string {
  const folded = inLatin(username.normalize('NFKC'))
    // a sharp s has a capital of its own, and is two letters only from its small one on
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Cc}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC')
  return inLatin(folded).replaceAll('rn', 'm').replaceAll('vv', 'w')
}

/** A member who waits to be admitted sees nobody but themselves. */
export const mayViewProfile = (
  viewer: { userId: string; isAdmitted: boolean },
  memberId: string,
): boolean => viewer.isAdmitted || viewer.userId === memberId
