import { expect, test } from 'vitest'
import { appealStatement, decideAppeal } from '#contract/moderation/appeals.ts'
import { liftStatement } from '#contract/moderation/statements.ts'
import { answerRequest } from '#contract/privacy/dataRequests.ts'
import { decideSubmission } from '#contract/verification/review.ts'
import { sql } from '#server/platform/database/database.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
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
  'a review': async ({ club, tom, admin }) => {
    const { id: submissionId } = await insertSubmission(club, tom)
    const body = { decision: 'rejected', note: 'Zu dunkel.' } as const
    return () => club.call(admin, decideSubmission, { params: { submissionId }, body })
  },
}

test.each(Object.keys(acts))('%s by somebody dismissed while it waited is none', async (name) => {
  await using club = await openClub({ now: '2026-05-04T20:00:00Z' })
  const [mia, tom] = [await club.member(), await club.member()]
  const [admin, other] = [
    await club.member({ isAdmin: true }),
    await club.member({ isAdmin: true }),
  ]
  await proveSession(club, admin)
  const act = await acts[name]!({ club, mia, tom, admin, other })
  const [done] = await club.db.transaction(async (tx) => {
    await tx.run(sql`select from users where id = ${tom.userId} for update`)
    const doing = act()
    await untilSomebodyWaits(club)
    await tx.run(sql`delete from user_roles where user_id = ${admin.userId}`)
    return [doing] as const
  })
  expect(await done).toMatchObject({ ok: false, code: '42501' })
})
