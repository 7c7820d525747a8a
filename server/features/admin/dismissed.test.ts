import { expect, test } from 'vitest'
import { endMemberSessions } from '#contract/accounts/security.ts'
import { dropRoleChange, requestRoleChange } from '#contract/admin/members.ts'
import { appealStatement, decideAppeal } from '#contract/moderation/appeals.ts'
import { refundPayment, retryRefund, settleDeclaration } from '#contract/billing/backOffice.ts'
import { declareCancellation } from '#contract/billing/declarations.ts'
import { issueInvitation, revokeIssued, setDoor } from '#contract/admission/admission.ts'
import { answerMessage, sendMessage, sendNotice } from '#contract/contact.ts'
import { openRoom } from '#contract/rooms/roomAdmin.ts'
import {
  answerHandover,
  askAge,
  nameMember,
  openOwnCase,
  proposeHandover,
} from '#contract/moderation/cases.ts'
import { liftStatement } from '#contract/moderation/statements.ts'
import { answerRequest, extendRequest, restrictProcessing } from '#contract/privacy/dataRequests.ts'
import { decideSubmission } from '#contract/verification/review.ts'
import { sql } from '#server/platform/database/database.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { insertRoleChange } from '#testing/privacy/keeping.ts'
import { createContract, insertFailedRefund } from '#testing/billing/contracts.ts'
import { insertSubmission, proveSession } from '#testing/fixtures/submissions.ts'
import {
  decide,
  GROUNDS,
  postDecision,
  profileTarget,
  queue,
  readStatements,
  reportTarget,
} from '#testing/moderation/cases.ts'
import { ask } from '#testing/privacy/requests.ts'
import { uuid } from '#testing/random.ts'

type Act = () => Promise<{ ok: boolean; code?: string }>
type Scene = { club: Club; mia: TestMember; tom: TestMember; admin: TestMember; other: TestMember }

async function reported({ club, mia, tom, admin }: Scene): Promise<string> {
  await reportTarget(club, mia, profileTarget(tom))
  return (await queue(club, admin))[0]!.id
}
async function warned(scene: Scene): Promise<string> {
  const { club, tom, other } = scene
  await postDecision(club, other, await reported(scene), { kind: 'warn', grounds: GROUNDS })
  return (await readStatements(club, tom))[0]!.id
}

/** Of which it may be one that is decided. */
const DECIDED = [
  sql`cases`,
  sql`handovers`,
  sql`subscriptions`,
  sql`refunds`,
  sql`declaration_states`,
  sql`role_changes`,
  sql`messages`,
  sql`club_settings`,
  sql`rooms`,
  sql`invitations`,
]

/** What somebody of the staff decides, each with what it takes beforehand. */
const acts: Record<string, (scene: Scene) => Promise<Act>> = {
  'a warning': async (scene) => {
    const caseId = await reported(scene)
    return () => decide(scene.club, scene.admin, caseId, { kind: 'warn', grounds: GROUNDS })
  },
  'a ban': async (scene) => {
    const caseId = await reported(scene)
    return () => decide(scene.club, scene.admin, caseId, { kind: 'ban', grounds: GROUNDS })
  },
  'a question for an ID': async (scene) => {
    const params = { caseId: await reported(scene) }
    return () => scene.club.call(scene.admin, askAge, { params, query: {} })
  },
  'a case of their own': async ({ club, tom, admin }) => {
    const body = { target: profileTarget(tom) }
    return () => club.call(admin, openOwnCase, { body })
  },
  'a proposal to the authorities': async (scene) => {
    const proposal = { params: { caseId: await reported(scene) }, body: { facts: 'A threat.' } }
    return () => scene.club.call(scene.admin, proposeHandover, proposal)
  },
  'a role they ask for': async ({ club, tom, admin }) => {
    const params = { memberId: tom.userId }
    const body = { role: 'moderator', isGrant: true } as const
    return () => club.call(admin, requestRoleChange, { params, body })
  },
  'a role they drop': async ({ club, tom, admin, other }) => {
    const change = { userId: tom.userId, requestedBy: other.userId }
    const changeId = await insertRoleChange(club, change)
    return () => club.call(admin, dropRoleChange, { params: { changeId } })
  },
  'a lifting': async (scene) => {
    const params = { statementId: await warned(scene) }
    return () => scene.club.call(scene.admin, liftStatement, { params, body: { reason: 'Sorry.' } })
  },
  'an answer to an objection': async (scene) => {
    const { club, tom, admin } = scene
    const body = { id: uuid(), text: 'It was a joke.' }
    await club.call(tom, appealStatement, { params: { statementId: await warned(scene) }, body })
    const answer = { params: { appealId: body.id }, body: { isGranted: true, answer: 'Sorry.' } }
    return () => club.call(admin, decideAppeal, answer)
  },
  'an answer to a request': async ({ club, tom, admin }) => {
    const { id: requestId } = await ask(club, tom)
    return () =>
      club.call(admin, answerRequest, { params: { requestId }, body: { answer: 'Done.' } })
  },
  'a longer time for a request': async ({ club, tom, admin }) => {
    const { id: requestId } = await ask(club, tom)
    return () =>
      club.call(admin, extendRequest, { params: { requestId }, body: { reason: 'It is long.' } })
  },
  'a restriction': async ({ club, tom, admin }) => {
    const { id: requestId } = await ask(club, tom, 'restriction')
    const body = { isRestricted: true }
    return () => club.call(admin, restrictProcessing, { params: { requestId }, body })
  },
  'a naming': async ({ club, tom, admin }) => {
    const said = { location: 'The profile of Tom.', explanation: 'He is not kind.' }
    const body = { id: uuid(), kind: 'minor', isGoodFaith: true, ...said } as const
    await club.call(null, sendNotice, { body })
    const params = { caseId: (await queue(club, admin))[0]!.id }
    return () => club.call(admin, nameMember, { params, body: { username: tom.username } })
  },
  'a handover': async (scene) => {
    const { club, admin, other } = scene
    const proposal = { params: { caseId: await reported(scene) }, body: { facts: 'A threat.' } }
    const proposed = await club.call(other, proposeHandover, proposal)
    const params = { handoverId: proposed.ok ? proposed.answer.id : '' }
    return () => club.call(admin, answerHandover, { params, body: { isConfirmed: true } })
  },
  'a refund': async ({ club, tom, admin }) => {
    const params = { subscriptionId: (await createContract(club, tom)).id }
    const body = { id: uuid(), cents: 100, note: 'It fell out.' }
    return () => club.call(admin, refundPayment, { params, body })
  },
  'another try of a refund': async ({ club, tom, admin }) => {
    const { id: refundId } = await insertFailedRefund(club, tom)
    return () => club.call(admin, retryRefund, { params: { refundId } })
  },
  'a settled declaration': async ({ club, admin }) => {
    const said = { name: 'Tom', contract: 'a typo', email: 'tom@example.net' }
    const body = { id: uuid(), kind: 'ordinary', ...said } as const
    await club.call(null, declareCancellation, { body })
    const settling = { params: { declarationId: body.id }, body: { note: 'By phone.' } }
    return () => club.call(admin, settleDeclaration, settling)
  },
  'an answer to a letter': async ({ club, admin }) => {
    const said = { name: 'Tom', email: 'tom@example.net', text: 'Where are you?' }
    const body = { id: uuid(), topic: 'other', ...said } as const
    await club.call(null, sendMessage, { body })
    const answer = { params: { messageId: body.id }, body: { text: 'In Berlin.' } }
    return () => club.call(admin, answerMessage, answer)
  },
  'a wider door': async ({ club, admin }) => {
    await club.call(admin, setDoor, { body: { admission: 'invitation', invitationsPerMember: 3 } })
    return () => club.call(admin, setDoor, { body: { admission: 'open', invitationsPerMember: 3 } })
  },
  'a closed room': async ({ club, admin }) => {
    const params = { roomSlug: (await club.room()).slug }
    return () => club.call(admin, openRoom, { params, body: { isActive: false } })
  },
  'an end of sessions': async ({ club, tom, admin }) => {
    const params = { userId: tom.userId }
    return () => club.call(admin, endMemberSessions, { params })
  },
  'an invitation taken back': async ({ club, admin }) => {
    const issued = await club.call(admin, issueInvitation, { body: { days: 7, maxUses: 1 } })
    const invitationId = issued.ok ? issued.answer.invitation.id : ''
    return () => club.call(admin, revokeIssued, { params: { invitationId } })
  },
  'a review': async ({ club, tom, admin }) => {
    const { id: submissionId } = await insertSubmission(club, tom)
    const body = { decision: 'rejected', note: 'Zu dunkel.' } as const
    return () => club.call(admin, decideSubmission, { params: { submissionId }, body })
  },
}

/** What waits for others by somebody of the staff, and who that is. */
async function prepareAct(club: Club, name: string) {
  const [mia, tom] = [await club.member(), await club.member()]
  const [admin, other] = [
    await club.member({ isAdmin: true }),
    await club.member({ isAdmin: true }),
  ]
  await proveSession(club, admin)
  return { tom, admin, act: await acts[name]!({ club, mia, tom, admin, other }) }
}

test.each(Object.keys(acts))('%s by somebody dismissed while it waited is none', async (name) => {
  await using club = await openClub({ now: '2026-05-04T20:00:00Z' })
  const { tom, admin, act } = await prepareAct(club, name)
  const [done] = await club.db.transaction(async (tx) => {
    // whatever it waits for: whom it is about, or what is decided
    await tx.run(sql`select from users where id = ${tom.userId} for update`)
    for (const decided of DECIDED) await tx.run(sql`select from ${decided} for update`)
    const doing = act()
    await untilSomebodyWaits(club)
    await tx.run(sql`delete from user_roles where user_id = ${admin.userId}`)
    return [doing] as const
  })
  expect(await done).toMatchObject({ ok: false, code: '42501' })
})

test.each(['a ban', 'a question for an ID'])(
  '%s that waited for the end of its maker’s role is none',
  async (name) => {
    await using club = await openClub({ now: '2026-05-04T20:00:00Z' })
    const { admin, act } = await prepareAct(club, name)
    const [done] = await club.db.transaction(async (tx) => {
      await tx.run(sql`delete from user_roles where user_id = ${admin.userId}`)
      const doing = act()
      await untilSomebodyWaits(club)
      return [doing] as const
    })
    expect(await done).toMatchObject({ ok: false, code: '42501' })
  },
)
