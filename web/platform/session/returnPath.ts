import { findPage } from '#contract/pages.ts'

/** What the router carries along to /login. It never stands in an address anyone could send. */
export type LogInState = {
  /** Where the visitor wanted to go. */
  from?: string
  notice?:
    | 'session_ended'
    | 'logged_out'
    | 'password_changed'
    | 'email_confirmed'
    | 'log_in_expired'
    | 'link_invalid'
  /** An address to start with. */
  email?: string
}

/** What it carries along to /verify for a new member. */
export type WelcomeState = { isWelcome?: true }

/** A members' page of this club to return to after log-in; null for anything else. */
export function returnPath(state: unknown): string | null {
  const from = (state as LogInState | null)?.from
  if (typeof from !== 'string' || !from.startsWith('/')) return null
  const { origin, pathname, search, hash } = new URL(from, window.location.origin)
  if (origin !== window.location.origin) return null
  const access = findPage(pathname)?.access
  const isWithin = access && !['everyone', 'visitors'].includes(access)
  return isWithin ? pathname + search + hash : null
}
