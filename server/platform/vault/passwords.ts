// Hashes and checks passwords with Argon2id: the time taken tells nothing, and too many at once are refused.
import { availableParallelism, setPriority } from 'node:os'
import { hash, hashRaw, verify, type Options } from '@node-rs/argon2'
import { readdirSync, readFileSync } from 'node:fs'
import { normalizeText } from '#contract/words.ts'
import { Semaphore } from '#server/platform/process/semaphore.ts'

/**
 * Argon2id (the library's default kind) as OWASP's password storage cheat sheet asks for: 19 MiB, two
 * passes, one lane. Only tests change it, and `passwords.test.ts` proves what a server uses.
 */
export const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }

/**
 * Hashing takes a processor tens of milliseconds: one stays free for the members inside, and the
 * others rest as long as they worked. The queue is about two seconds long; an attack meets its end
 * rather than everybody's patience.
 */
const hashing = new Semaphore({
  abreast: Math.max(1, availableParallelism() - 1),
  waiting: 64,
  rest: 1,
})

/** As it is kept: keyboards write the same sign in another width, or a blank that does not break (SP 800-63B: NFKC). */
const keptForm = (password: string): string => normalizeText(password, 'NFKC')

/** Computed on a thread pool, off the event loop; refuses with `unavailable` when too many ask at once. */
export const hashPassword = (password: string): Promise<string> =>
  hashing.run(() => inBackground(hash(keptForm(password), COST)))

/**
 * What is kept of a short secret that is looked for by its hash: always the same for the same, and as
 * dear to guess as a password. `kind` keeps secrets of different kinds apart.
 */
export const hashSlowly = (kind: string, secret: string): Promise<Buffer> =>
  hashing.run(() =>
    inBackground(hashRaw(secret, { ...COST, salt: Buffer.from(kind.padEnd(16, '.')) })),
  )

function inBackground<T>(work: Promise<T>): Promise<T> {
  // the threads are there by now
  lowerHelperThreads()
  return work
}

/** In place of a hash: no password is right. */
export const NO_PASSWORD = ''

let nobodysHash: Promise<string> | undefined

/**
 * Whether a password is right. Where there is no account (`null`), or none is right, it does the same work and
 * answers no, so that the time taken says nothing.
 */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobodysHash ??= hash('nobody has this password', COST)
  const against = passwordHash || (await nobodysHash)
  // what was kept before is as it was typed
  const forms = new Set([keptForm(password), password])
  let isKnown = false
  for (const form of forms) isKnown ||= await hashing.run(() => inBackground(verify(against, form)))
  return isKnown && Boolean(passwordHash)
}

const TASKS = '/proc/self/task'
/** About a quarter of a processor's time beside a thread that answers; all of it when nobody asks. */
const NICENESS = 10

let isDone = false

/**
 * Lets Node's helper threads step back behind the one that answers members. Linux alone has
 * priorities by thread; elsewhere, and where it is not allowed, everything stays as it is.
 */
function lowerHelperThreads(): void {
  if (isDone) return
  isDone = true
  try {
    for (const thread of readdirSync(TASKS))
      if (readFileSync(`${TASKS}/${thread}/comm`, 'utf8').startsWith('libuv-worker'))
        setPriority(Number(thread), NICENESS)
  } catch {
    // a courtesy, not a need
  }
}
