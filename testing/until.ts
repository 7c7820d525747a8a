// Tests wait for what the server says or a person sees, never for time to pass. Where nobody tells when
// it is so, one looks again and again: here, and nowhere else, a test pauses between two looks.

import { setTimeout as pause } from 'node:timers/promises'

/** For what hangs, not for what is slow on a busy machine. */
const PATIENCE_MS = 30_000

type Patience = {
  /** What is waited for, as the error names it; otherwise the condition as it is written. */
  what?: string
  withinMs?: number
  everyMs?: number
}

type Seen<T> = Exclude<T, null | undefined | false>

/** Looks until there is something to be seen, and answers it. */
export async function until<T>(
  look: () => T | Promise<T>,
  { what = String(look), withinMs = PATIENCE_MS, everyMs = 10 }: Patience = {},
): Promise<Seen<T>> {
  const since = performance.now()
  for (;;) {
    const seen = await look()
    if (seen) return seen as Seen<T>
    if (performance.now() - since > withinMs) throw new Error(`waited in vain: ${what}`)
    await pause(everyMs)
  }
}

/** What was promised; an error that names it where nothing comes of it. */
export async function inTime<T>(
  promised: Promise<T>,
  { what, withinMs = PATIENCE_MS }: { what: string | (() => string); withinMs?: number },
): Promise<T> {
  const given = new AbortController()
  const late = pause(withinMs, null, { signal: given.signal }).then(() => {
    throw new Error(`waited in vain: ${typeof what === 'string' ? what : what()}`)
  })
  // given up when what was promised has come
  late.catch(() => {})
  try {
    return await Promise.race([promised, late])
  } finally {
    given.abort()
  }
}
