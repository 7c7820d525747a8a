import { createHmac, hash, randomBytes, randomInt } from 'node:crypto'

/** A secret nobody can guess: 256 bits, safe in a URL and a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/**
 * What is kept of a secret. Secrets are found by their hash, so no comparison of theirs can be
 * timed; they are random enough that a fast hash will do (passwords are not: see passwords.ts).
 */
export const secretHash = (secret: string): Buffer => hash('sha256', secret, 'buffer')

/** The token that follows another. Whoever holds only the salt, or only the old token, cannot know it. */
export const tokenAfter = (token: string, salt: Buffer): string =>
  createHmac('sha256', salt).update(token).digest('base64url')

export const newSalt = (): Buffer => randomBytes(32)

// no vowels, so no words; nothing that reads like something else
const CODE_LETTERS = 'BCDFGHJKMNPQRSTVWXZ23456789'
const CODE_LENGTH = 8

/** A code to be typed by hand, `XXXX-XXXX`: 38 bits, so its tries must be limited. */
export function newCode(): string {
  const letters = Array.from(
    { length: CODE_LENGTH },
    () => CODE_LETTERS[randomInt(CODE_LETTERS.length)],
  )
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}

/** What is kept of a code, bound to its account; how it was typed (case, dashes, spaces) does not matter. */
export const codeHash = (userId: string, code: string): Buffer =>
  secretHash(`${userId}:${code.toUpperCase().replace(/[^A-Z0-9]/g, '')}`)
