// What everybody's well-formed request about their own account, data and rights gets.
import * as mine from '#contract/privacy/ownData.ts'
import * as requests from '#contract/privacy/dataRequests.ts'
import * as security from '#contract/accounts/security.ts'
import { letters } from '#testing/random.ts'
import { noRequest, row, type AccessRow } from './authorisation.access.ts'
import { rightsRows } from './authorisation.rights.ts'
import { insertChange } from '#testing/fixtures/emailChange.ts'
import { insertLeaving } from '#testing/privacy/leaving.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'

export const mineRows: AccessRow[] = [
  row(security.prove, ({ who: { password } }) => ({ body: { password } })),
  // on plain http nobody needs it, and a role needs no second factor
  row(security.mailProof, noRequest, {
    waiting: '42501',
    suspended: '42501',
    unasked: '42501',
    overdue: '42501',
    outside: '42501',
    inside: '42501',
    moderator: '42501',
    admin: '42501',
  }),
  row(security.getSecurity, noRequest),
  row(security.changePassword, ({ who }) => ({
    body: { currentPassword: who.password, password: 'another fine staple' },
  })),
  row(security.requestEmailChange, async ({ club, who }) => {
    await proveSession(club, who)
    return { body: { email: `${letters(16)}@example.org` } }
  }),
  row(security.abandonEmailChange, noRequest),
  row(security.confirmEmailChange, async ({ club }) => ({
    body: { token: await insertChange(club, await club.member()) },
  })),
  row(security.undoEmailChange, async ({ club }) => ({
    body: { token: await insertChange(club, await club.member(), { isConfirmed: true }) },
  })),
  row(security.listSessions, noRequest),
  row(security.listLogIns, noRequest),
  row(security.endSession, async ({ club, who }) => {
    const { userId } = who.userId ? { userId: who.userId } : await club.member()
    return { params: { sessionId: (await club.session({ userId })).sessionId } }
  }),
  row(security.endOtherSessions, noRequest),
  row(security.endMemberSessions, async ({ club, standing, who }) => {
    if (standing === 'admin') await proveSession(club, who)
    return { params: { userId: (await club.member()).userId } }
  }),
  ...rightsRows,

  row(mine.foreseeDeletion, noRequest),
  row(mine.deleteAccount, async ({ club, who }) => {
    await proveSession(club, who)
    return {}
  }),
  row(mine.undoDeletion, async ({ club }) => ({
    body: { token: await insertLeaving(club, await club.member()) },
  })),
  row(requests.listRetention, noRequest),
]
