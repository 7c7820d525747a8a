import { randomBytes } from 'node:crypto'

/** Without those that are taken for one another when they are read aloud or typed. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * The one seed of this run, for every stage of it: the one that was given, or one drawn now
 * (`testing/random.ts` draws everything else out of it).
 */
export function takeSeed() {
  return (process.env.SEED ||= [...randomBytes(8)]
    .map((byte) => CHARACTERS[byte % CHARACTERS.length])
    .join(''))
}
