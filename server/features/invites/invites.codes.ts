import { randomBytes } from 'node:crypto'
import { secretHash } from '#server/platform/secrets.ts'

// Crockford's base32: no I, L, O and U, so that nothing is misread and no word appears
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const BITS = 128
const LENGTH = 26
const GROUPS = [5, 4, 4, 4, 4, 5]

/** A code nobody can guess, in groups to be read aloud: `0F3ZK-8Q2M-…`. */
export function newInviteCode(random: Buffer = randomBytes(BITS / 8)): string {
  let rest = BigInt(`0x${random.subarray(0, BITS / 8).toString('hex')}`)
  const letters = Array.from({ length: LENGTH }, () => {
    const letter = LETTERS[Number(rest % 32n)]
    rest /= 32n
    return letter
  }).reverse()
  return GROUPS.map((size) => letters.splice(0, size).join('')).join('-')
}

/** How a code is found. How it was typed (case, spaces, hyphens, O for 0, I or L for 1) does not matter. */
export const inviteHash = (code: string): Buffer =>
  secretHash(
    code
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')
      .replace(/O/g, '0')
      .replace(/[IL]/g, '1'),
  )

/** The address that carries a code, in its fragment: no server, no log and no referrer sees it. */
export const inviteUrl = (publicUrl: string, code: string): string =>
  `${publicUrl}/invite#code=${code}`
