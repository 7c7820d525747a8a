// Who may see which screen, and what others see instead: log-in, suspension, new terms, a second factor.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import type { Session } from '#contract/accounts/session.ts'
import { findPage } from '#contract/pages.ts'
import { paths } from '#web/paths.ts'
import { leaveNotice } from '#web/platform/api/notice.ts'
import { returnPath, type LogInState, type WelcomeState } from '#web/platform/session/returnPath.ts'
import {
  arrivalMark,
  endingMark,
  GuardedSession,
  useSession,
  type Ending,
} from '#web/platform/session/session.ts'
import { SessionUnknown } from './SessionUnknown.tsx'

type Props = { children: ReactNode }
type MemberProps = Props & {
  /** What the suspended see instead. */
  suspended?: ReactNode
}

/**
 * What nothing closes: one's data to take along or delete (Art. 15, 17 GDPR), and what was decided
 * about oneself or about what one reported, and how to object (Art. 17, 20 DSA).
 */
const isAlwaysOpen = (pathname: string) =>
  [paths.settings, paths.statements, paths.reports].some(
    (path) => pathname === path || pathname.startsWith(`${path}/`),
  )

/** Resets the screens when another member logs in in this tab, so that they see nothing of the one before. */
const showInside = (session: Session, children: ReactNode) => (
  <GuardedSession key={session.userId} value={session}>
    {children}
  </GuardedSession>
)

/** A visitor goes to /login and, after it, back here; a suspended member reads why. */
export function MembersOnly({ suspended, children }: MemberProps) {
  const { state, session } = useSession()
  const { pathname } = useLocation()
  if (state === 'visitor') return <ToLogIn />
  if (state !== 'member') return <SessionUnknown />
  const isShowingAge = session.suspension?.ageProofBy && pathname === paths.verify
  if (session.suspension && !isShowingAge && !isAlwaysOpen(pathname)) return suspended
  return showInside(session, children)
}

/** Somebody signed in has no business here: on to where they were going, or to the rooms. */
export function VisitorsOnly({ children }: Props) {
  const { state } = useSession()
  if (state === 'member') return <Onwards />
  return state === 'unknown' ? <SessionUnknown /> : children
}

/** A new version of the terms comes first; who does not agree keeps what is always open. */
export function TermsFirst({ page, children }: Props & { page: ReactNode }) {
  const { session } = useSession()
  const { pathname } = useLocation()
  return session?.termsDue && !isAlwaysOpen(pathname) ? page : children
}

/** Staff who have not shown a second factor yet read on the pages of staff what to do about it. */
export function FactorFirst({ page, children }: Props & { page: ReactNode }) {
  const { session } = useSession()
  const { pathname } = useLocation()
  const access = findPage(pathname)?.access
  const isStaffs = access === 'admins' || access === 'moderators'
  return session?.isFactorDue && isStaffs ? page : children
}

/** The server decides about every act; this only keeps people from standing before empty tables. */
export const AdminsOnly = (props: MemberProps) => (
  <StaffOnly {...props} may={({ isAdmin }) => isAdmin} />
)

/** Moderators, and admins, who may do all that moderators may. */
export const ModeratorsOnly = (props: MemberProps) => (
  <StaffOnly {...props} may={({ isModerator }) => isModerator} />
)

type StaffProps = MemberProps & { may: (session: Session) => boolean }

function StaffOnly({ may, suspended, children }: StaffProps) {
  const { state, session } = useSession()
  if (state === 'visitor') return <ToLogIn />
  if (state === 'failed') return <Navigate to={paths.landing} replace />
  if (state !== 'member') return <SessionUnknown />
  if (session.suspension) return suspended
  if (!may(session) && !session.isFactorDue) return <Denied />
  return showInside(session, children)
}

function ToLogIn() {
  const ending = endingMark(useQueryClient())
  const { pathname, search, hash } = useLocation()
  return (
    <Leave
      plan={() => choosePlan(ending.get(), pathname + search + hash)}
      done={() => ending.set(null)}
    />
  )
}

function choosePlan(ending: Ending, from: string): Plan {
  if (ending === 'left') return { to: paths.landing }
  // somebody else may log in here next, and is not led to where these were
  if (ending === 'left_elsewhere') return { to: paths.logIn, state: { notice: 'logged_out' } }
  const notice = ending === 'ended' ? 'session_ended' : ending === 'password' && 'password_changed'
  return { to: paths.logIn, state: { from, ...(notice && { notice }) } }
}

function Onwards() {
  const arrival = arrivalMark(useQueryClient())
  const { state } = useLocation()
  const plan = (): Plan =>
    arrival.get() === 'new'
      ? { to: paths.verify, state: { isWelcome: true } }
      : { to: returnPath(state) ?? paths.rooms }
  return <Leave plan={plan} done={() => arrival.set(null)} />
}

type Plan = { to: string; state?: LogInState | WelcomeState }

/** Goes elsewhere by a plan made once, because the mark it was made from is used up by going. */
function Leave({ plan, done }: { plan: () => Plan; done: () => void }) {
  const navigate = useNavigate()
  const [{ to, state }] = useState(plan)
  const goes = useEffectEvent(() => {
    done()
    void navigate(to, { replace: true, state })
  })
  useEffect(() => goes(), [])
  return <SessionUnknown />
}

function Denied() {
  useEffect(() => leaveNotice('access_denied'), [])
  return <Navigate to={paths.landing} replace />
}
