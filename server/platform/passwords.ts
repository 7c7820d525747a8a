import { hash, verify, type Options } from '@node-rs/argon2'

/** Argon2id (the library's default kind) as OWASP's password storage cheat sheet asks for: 19 MiB, two passes, one lane. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }

/** Computed on a thread pool, off the event loop. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST)

let nobodysHash: Promise<string> | undefined

/**
 * Whether a password is right. Where there is no account (`null`) it does the same work and
 * answers no, so that the time taken says nothing.
 */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword('nobody has this password')
  const known = await verify(passwordHash ?? (await nobodysHash), password)
  return known && passwordHash !== null
}
