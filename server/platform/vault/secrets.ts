import { createHmac, hash, randomBytes, randomInt } from 'node:crypto'
import { cleanCode } from '#contract/digits.ts'

/** A secret nobody can guess: 256 bits, safe in a URL and a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/**
 * What is kept of a secret. Secrets are found by their hash, so no comparison of theirs can be
 * timed; they are random enough that a fast hash will do (passwords are not: see passwords.ts).
 */
export const secretHash = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/** The token that follows another. It cannot be computed from the salt or the old token alone. */
export const deriveNextToken = (token: string, salt: Buffer): string =>
  createHmac('sha256', salt).update(token).digest('base64url')

export const newSalt = (): Buffer => randomBytes(32)

// no vowels, so no words; nothing that reads like something else
const CODE_LETTERS = 'BCDFGHJKMNPQRSTVWXZ23456789'
const GROUP_LENGTH = 4

/**
 * A code to be typed by hand, `XXXX-XXXX`: 38 bits, so its tries must be limited. With four groups
 * it is 76 bits, which nobody finds from its hash either.
 */
export const newCode = (groups = 2): string =>
  makeGroups(groups, () => randomInt(CODE_LETTERS.length))

/** The code that 32 random bytes stand for: always the same. */
export function deriveCode(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  return makeGroups(2, () => {
    const place = Number(rest % BigInt(CODE_LETTERS.length))
    rest /= BigInt(CODE_LETTERS.length)
    return place
  })
}

function makeGroups(groups: number, place: () => number): string {
  const letter = () => CODE_LETTERS[place()]
  const group = () => Array.from({ length: GROUP_LENGTH }, letter).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** What is kept of a code, bound to its account; how it was typed (case, dashes, spaces) does not matter. */
export const codeHash = (userId: string, code: string): Buffer =>
  secretHash(
    `${userId}:${cleanCode(code)
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')}`,
  )
