// Keeps a tab's session in step with the server and the other tabs, and forgets what is private when it ends.
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { setLanguage } from '#contract/accounts/session.ts'
import { errors, type ErrorCode } from '#contract/errors.ts'
import { applyLanguage, onLanguageChosen } from '#web/text/i18n.ts'
import { readLanguage } from '#web/text/language.ts'
import { keepSignedOutNote, onOtherTabs, readNote, type SessionNote } from './authEvents.ts'
import { call, guardActs, onCallError } from '#web/platform/api/call.ts'
import { removeOtherDrafts } from './drafts.ts'
import {
  refetchSession,
  endingMark,
  forgetPrivate,
  leavingMark,
  replaceSession,
  sessionQuery,
  useSession,
} from './session.ts'

/** Keeps this tab's session in step with the server and the other tabs. Mounted once, around nothing. */
export function SessionWatch() {
  const client = useQueryClient()
  const { session } = useSession()

  useEffect(() => onOtherTabs((note) => follow(client, note)), [client])

  // a tab that is frozen, or was left and gone back to, may not have been told
  useEffect(() => {
    const look = () => void syncWithNote(client)
    const stopGuard = guardActs(() => syncWithNote(client))
    const end = new AbortController()
    const until = { signal: end.signal }
    document.addEventListener('visibilitychange', look, until)
    window.addEventListener('pageshow', look, until)
    return () => {
      stopGuard()
      end.abort()
    }
  }, [client])

  // The server's word decides: one refused call may be older than a log-in that came after it.
  useEffect(
    () =>
      onCallError(({ code, act }) => {
        const believesSignedIn = client.getQueryData(sessionQuery.queryKey)?.session
        if (!believesSignedIn) return
        if (ABOUT_THE_SESSION.has(code)) void refetchSession(client)
        if (!act.startsWith('GET ') && isOvertaken(code))
          withActs(({ refetchShown }) => refetchShown(client))
      }),
    [client],
  )

  const userId = session?.userId
  useEffect(() => {
    if (!userId) return
    const end = new AbortController()
    withActs(({ hearActs }) => hearActs(client, userId, end.signal))
    return () => end.abort()
  }, [client, userId])
  const accountLanguage = session?.language
  useEffect(() => {
    if (!userId) return
    const chosen = readLanguage()
    if (chosen && !accountLanguage) keepLanguage(chosen)
    if (!chosen && accountLanguage) void applyLanguage(accountLanguage)
    return onLanguageChosen(keepLanguage)
  }, [userId, accountLanguage])

  return null
}

/** Fetched once the screen stands; where that fails, what is shown is asked for when it is next due. */
function withActs(then: (acts: Awaited<ReturnType<typeof fetchActs>>) => void): void {
  fetchActs()
    .then(then)
    .catch(() => {})
}

const fetchActs = async () => import('./hearActs.ts')

/** Refusals that mean that something changed of which this tab does not know yet. */
const ABOUT_THE_SESSION = new Set<string>([
  'not_signed_in',
  'suspended',
  'terms_due',
  'consent_required',
] satisfies ErrorCode[])

/** Whether what an act was about is gone or stands otherwise by now, done by another tab, device or person. */
const isOvertaken = (code: string): boolean => [404, 409].includes(errors[code as ErrorCode])

/** The screen already speaks the language; that the account could not learn it harms nobody. */
function keepLanguage(language: 'mul' | 'de' | 'en'): void {
  void call(setLanguage, { body: { language } }).catch(() => {})
}

/** Follows what other tabs left in the note meanwhile; answers whether the member this tab shows is still the one signed in. */
function syncWithNote(client: QueryClient): boolean {
  const known = client.getQueryData(sessionQuery.queryKey)?.session
  const note = readNote()
  if (!known || !note || note.userId === known.userId) return true
  follow(client, note)
  return false
}

function follow(client: QueryClient, { event, userId, expiresAt, isLeft }: SessionNote): void {
  const known = client.getQueryData(sessionQuery.queryKey)?.session
  if (event === 'signed_out') {
    if (isLeft) keepSignedOutNote()
    if (leavingMark(client).get()) return
    if (known) endingMark(client).set(isLeft ? 'left_elsewhere' : 'ended')
    if (isLeft) removeOtherDrafts(null)
    replaceSession(client, null)
    forgetPrivate(client)
  } else if (event === 'token_refreshed' && known && expiresAt && known.userId === userId) {
    replaceSession(client, { ...known, expiresAt })
  } else {
    if (known && known.userId !== userId) {
      replaceSession(client, null)
      forgetPrivate(client)
    }
    void refetchSession(client)
  }
}
