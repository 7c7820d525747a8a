// Requests by right, and the desk that decides on them.
import {
  listRequests,
  makeRequest,
  type DataRequest,
  type RequestKind,
} from '#contract/privacy/dataRequests.ts'
import { uuid } from '#testing/random.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'

export const NOON = '2026-11-21T12:00:00Z'
type As = { cookie: string; userId: string }

/** Makes a request, which must be taken. */
export async function ask(
  club: Club,
  who: As,
  kind: RequestKind = 'objection',
  id: string = uuid(),
): Promise<DataRequest> {
  const made = await club.call(who, makeRequest, { body: { id, kind, text: 'Please.' } })
  if (!made.ok) throw new Error(made.code)
  return made.answer
}

/** A club with somebody who may ask and an admin who has just proved who they are. */
export async function openDesk(now = NOON) {
  const club = await openClub({ now })
  const [mia, admin] = [await club.member(), await club.member({ isAdmin: true })]
  await proveSession(club, admin)
  return { club, mia, admin, [Symbol.asyncDispose]: () => club[Symbol.asyncDispose]() }
}

export async function listDataRequests(club: Club, admin: As, query = {}) {
  const got = await club.call(admin, listRequests, { query })
  if (!got.ok) throw new Error(got.code)
  return got.answer
}

export const readRequestMails = async (club: Club, { email }: { email: string }) =>
  (await club.mails()).filter(({ to }) => to === email)
