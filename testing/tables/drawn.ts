import type { Account } from './people.ts'
import type { Pair } from './pair.ts'

export const SECOND = 1_000
export const GONE = 'PGRST116'

/** What one act is about, drawn before anything is asked. */
export type Drawn = {
  me: Account
  other: Account
  pair: Pair
  now: number
  /** To be said, if something is. */
  word: string
  id: string
}

export const findCode = (result: { ok: boolean; code?: string }) => (result.ok ? 'ok' : result.code)
