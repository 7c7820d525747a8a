// Who is signed in in this tab, and what follows when that changes: the next person sees nothing of theirs.
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { getSession, type Session } from '#contract/accounts/session.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { applyClub } from '#web/text/club.ts'
import { endErrors } from '#web/ui/feedback/toastQueue.ts'
import { announce, readNote } from './authEvents.ts'
import { call, query, type CallError } from '#web/platform/api/call.ts'
import { removeOtherDrafts } from './drafts.ts'
import { dismissWorker } from '#web/platform/start/worker.ts'

type SessionAnswer = AnswerOf<typeof getSession>

const MINUTES = 60_000

/** How often it is asked how somebody who is suspended stands: their account has no stream that would tell. */
export const SUSPENDED_LOOK_MS = 30_000

/** Asked at load, on coming back to the tab after a while, and hourly, which also slides the session. */
export const sessionQuery = queryOptions<SessionAnswer, CallError>({
  queryKey: query(getSession, {}).queryKey,
  queryFn: async ({ client, signal }) => {
    let noted
    let answer
    // somebody may come or go in another tab meanwhile: then it may be from before that
    do {
      noted = readNote()?.userId
      answer = await call(getSession, {}, { signal })
      await leavingMark(client).get()
      signal.throwIfAborted()
    } while (readNote()?.userId !== noted)
    applyClub(answer.club)
    notifyTabs(client, answer)
    return answer
  },
  staleTime: 5 * MINUTES,
  refetchInterval: 60 * MINUTES,
  refetchOnWindowFocus: true,
})

/** What the answer changes for the other tabs, and whether somebody was signed in until now. */
function notifyTabs(client: QueryClient, { session, recovery, refreshed }: SessionAnswer): void {
  const before = client.getQueryData(sessionQuery.queryKey)
  const noted = readNote()?.userId ?? null
  const left = before?.session?.userId ?? (session ? null : noted)
  // also when somebody else is in their place, and no other tab was heard to say so
  if (left && left !== session?.userId) forgetPrivate(client)
  // whose session merely ended finds their words again
  if (session || readNote()?.isLeft) removeOtherDrafts(session?.userId ?? null)
  if (!session) {
    if (!left) return
    endingMark(client).set('ended')
    announce('signed_out', null)
  } else if (noted !== session.userId) {
    announce('signed_in', session)
  } else if (refreshed) {
    announce('token_refreshed', session)
  }
  const isNews = recovery && before && !before.recovery
  if (isNews && readNote()?.event !== 'password_recovery') announce('password_recovery', session)
}

type SessionState =
  | { state: 'unknown' | 'failed'; session: null }
  | { state: 'visitor'; session: null }
  | { state: 'member'; session: Session }

/** Who is using this tab. `failed` means nobody could be asked yet; `retry` asks again. */
export function useSession() {
  const { data, error, refetch, dataUpdatedAt } = useQuery(sessionQuery)
  const known: SessionState = data
    ? data.session
      ? { state: 'member', session: data.session }
      : { state: 'visitor', session: null }
    : { state: error ? 'failed' : 'unknown', session: null }
  return {
    ...known,
    recovery: data?.recovery ?? false,
    /** Whose password it may set. */
    recoveryEmail: data?.recoveryEmail ?? null,
    club: data?.club ?? null,
    /** The club's clock: what it said, moved on by the time since. */
    clubNow: () =>
      data ? new Date(Date.parse(data.club.now) + Date.now() - dataUpdatedAt) : new Date(),
    error,
    retry: () => void refetch(),
  }
}

/** Whom a guard let in: a screen may be drawn after the session ended and before its guard heard of it. */
export const GuardedSession = createContext<Session | null>(null)

/** The signed-in member, for screens behind the members' guard. */
export function useMember(): Session {
  const letIn = useContext(GuardedSession)
  const session = useSession().session ?? letIn
  if (!session) throw new Error('this screen stands behind the members’ guard')
  return session
}

/** Takes over the session a log-in or sign-up answered with; `isNew` leads to /verify instead of /rooms. */
export function acceptSession(
  client: QueryClient,
  session: Session,
  { isNew = false }: { isNew?: boolean } = {},
): void {
  // what a visitor failed at is over
  endErrors(() => true)
  endingMark(client).set(null)
  arrivalMark(client).set(isNew ? 'new' : null)
  forgetPrivate(client)
  replaceSession(client, session)
  announce('signed_in', session)
  // the answer carries only the session: the rest (recovery, the club) is asked for quietly
  void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
}

/**
 * Does what ends this session. The stream, a refused call or another tab may hear of the end before
 * its answer is here; none of them moves this tab meanwhile, for only the answer tells why.
 */
export async function leave(
  client: QueryClient,
  act: () => Promise<unknown>,
  how: 'left' | 'password' = 'left',
): Promise<void> {
  const leaving = leavingMark(client)
  const acting = act()
  leaving.set(acting.catch(() => {}))
  try {
    await acting
    markSignedOut(client, how)
  } catch (error) {
    void refetchSession(client)
    throw error
  } finally {
    leaving.set(null)
  }
}

/** The session is over for every tab: by choice (`left`), or because the server ended it. */
export function markSignedOut(client: QueryClient, how: 'left' | 'ended' | 'password'): void {
  endingMark(client).set(how)
  replaceSession(client, null)
  forgetPrivate(client)
  announce('signed_out', null, how === 'left')
}

/** Asks the server again who this is, for instance after it refused a member's call. */
export const refetchSession = (client: QueryClient): Promise<SessionAnswer | null> =>
  client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => null)

/** Tells this and every other tab that the account's own data changed. */
export async function userUpdated(client: QueryClient): Promise<void> {
  const answer = await refetchSession(client)
  if (answer?.session) announce('user_updated', answer.session)
}

export function replaceSession(client: QueryClient, session: Session | null): void {
  // an answer already on its way would bring back what was before
  void client.cancelQueries({ queryKey: sessionQuery.queryKey })
  // the club's clock in the answer was read when the server gave it, not now
  const updatedAt = client.getQueryState(sessionQuery.queryKey)?.dataUpdatedAt
  client.setQueryData(
    sessionQuery.queryKey,
    (known) => known && { ...known, session, recovery: session !== null && known.recovery },
    updatedAt ? { updatedAt } : {},
  )
}

/** Drops everything a member saw, so that the next person on this device does not. */
export function forgetPrivate(client: QueryClient): void {
  globalThis.early?.drop()
  dismissWorker()
  const [own] = sessionQuery.queryKey
  const isOwn = (key: unknown) => key === own || MARKS.includes(String(key))
  client.removeQueries({ predicate: ({ queryKey }) => !isOwn(queryKey[0]) })
}

/** Why nobody is signed in any more, if somebody was. */
export type Ending = 'left' | 'left_elsewhere' | 'ended' | 'password' | null
const MARKS = ['ending', 'arrival', 'leaving']

const mark = <T>(client: QueryClient, name: string) => ({
  get: () => client.getQueryData<T>([name]) ?? null,
  set: (value: T | null) => void client.setQueryData([name], value),
})
export const endingMark = (client: QueryClient) => mark<Ending>(client, 'ending')
/** The act that ends the session, until it is answered. */
export const leavingMark = (client: QueryClient) => mark<Promise<unknown>>(client, 'leaving')
/** `new` while a fresh sign-up is on its way to /verify. */
export const arrivalMark = (client: QueryClient) => mark<'new'>(client, 'arrival')
