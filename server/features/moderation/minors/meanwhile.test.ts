import { expect, test } from 'vitest'
import { sendNotice } from '#contract/contact.ts'
import { setHidden } from '#contract/content-rules/contentRules.ts'
import {
  askAge,
  decideCase,
  nameMember,
  openOwnCase,
  type CaseFile,
} from '#contract/moderation/cases.ts'
import { getSubmission, listSubmissions } from '#contract/verification/review.ts'
import { sql } from '#server/platform/database/database.ts'
import type { Club, TestMember } from '#testing/club/club.ts'
import {
  GROUNDS,
  profileTarget,
  queue,
  readFileAtDesk,
  reportTarget,
  readStatements,
} from '#testing/moderation/cases.ts'
import { GONE, MINOR, openMinors, THERE } from '#testing/moderation/minors.ts'
import { insertSubmission, proveSession } from '#testing/fixtures/submissions.ts'
import { say, seatBoth } from '#testing/fixtures/tables.ts'
import { uuid } from '#testing/random.ts'

/** Decides a case as its screen had it, which may be some time ago. */
async function decideAsRead(
  club: Club,
  who: TestMember,
  { id: caseId, reports, version }: CaseFile,
  kind: 'warn' | 'no_breach',
) {
  await proveSession(club, who)
  const grounds = kind === 'warn' ? { grounds: GROUNDS } : {}
  const body = { kind, reports, version, ...grounds }
  const made = await club.call(who, decideCase, { params: { caseId }, body })
  return made.ok ? 'ok' : made.code
}

async function reportedForSpam() {
  const scene = await openMinors()
  const { club, mia, tom, moderator, onlyCase } = scene
  await reportTarget(club, mia, profileTarget(tom), { reason: 'spam' })
  const read = async () => readFileAtDesk(club, moderator, (await onlyCase()).id)
  return { ...scene, read }
}

test('a member found to be a minor meanwhile is given back by no decision about something else', async () => {
  await using scene = await reportedForSpam()
  const { club, mia, tom, moderator, read, sees, findMinor, suspensionOf } = scene
  const before = await read()
  expect(await findMinor()).toMatchObject({ ok: true })
  expect(await decideAsRead(club, moderator, before, 'warn')).toBe('more_reported')
  expect(await decideAsRead(club, moderator, before, 'no_breach')).toBe('more_reported')
  expect(await sees(mia, tom)).toEqual(GONE)
  expect(await suspensionOf(tom)).toHaveProperty('ageProofBy')
  const now = await read()
  expect(now).toMatchObject({ state: 'open', age: 'suspected', reports: before.reports })
  expect(await decideAsRead(club, moderator, now, 'no_breach')).toBe('ok')
})

test('an ID a colleague asked for meanwhile is waited for, and one approved meanwhile is read of', async () => {
  await using scene = await reportedForSpam()
  const { club, mia, tom, moderator, admin, read, sees, approve } = scene
  const before = await read()
  await proveSession(club, admin)
  await club.call(admin, askAge, { params: { caseId: before.id }, query: {} })
  expect(await decideAsRead(club, moderator, before, 'warn')).toBe('more_reported')
  expect(await sees(mia, tom)).toEqual(GONE)
  const asked = await read()
  await approve()
  expect(await decideAsRead(club, moderator, asked, 'no_breach')).toBe('more_reported')
  expect(await readStatements(club, tom)).toMatchObject([{ kind: 'suspension' }])
})

test('what a colleague came upon and put into the case is not closed unseen', async () => {
  await using scene = await reportedForSpam()
  const { club, room, tom, moderator, admin, read } = scene
  const before = await read()
  await club.join(admin, room)
  const said = await scene.post(tom, { text: 'and one more' })
  if (!said.ok) throw new Error(said.code)
  const body = { target: { kind: 'post', id: said.answer.id } } as const
  expect(await club.call(admin, openOwnCase, { body })).toMatchObject({ ok: true })
  expect(await decideAsRead(club, moderator, before, 'no_breach')).toBe('more_reported')
  // the same once more is no news
  const now = await read()
  expect(now.evidence).toHaveLength(2)
  await club.call(admin, openOwnCase, { body })
  expect(await decideAsRead(club, moderator, now, 'no_breach')).toBe('ok')
  expect(await readStatements(club, tom)).toEqual([])
})

test('who was found for a notice meanwhile is not judged by what was said of nobody', async () => {
  await using scene = await openMinors()
  const { club, mia, tom, moderator, admin, sees } = scene
  const body = {
    id: uuid(),
    kind: 'minor',
    location: 'The profile of Tom.',
    explanation: 'He goes to school with my daughter.',
    isGoodFaith: true,
  } as const
  expect(await club.call(null, sendNotice, { body })).toMatchObject({ ok: true })
  const [line] = await queue(club, moderator)
  const before = await readFileAtDesk(club, moderator, line!.id)
  const named = { params: { caseId: before.id }, body: { username: tom.username } }
  // it suspends, so somebody at a browser left signed in must not
  await club.db.run(sql`update sessions set proved_at = null where user_id = ${admin.userId}`)
  expect(await club.call(admin, nameMember, named)).toMatchObject({ code: 'proof_needed' })
  expect(await sees(mia, tom)).toEqual(THERE)
  await proveSession(club, admin)
  expect(await club.call(admin, nameMember, named)).toMatchObject({ ok: true })
  expect(await sees(mia, tom)).toEqual(GONE)
  expect(await decideAsRead(club, moderator, before, 'no_breach')).toBe('more_reported')
  expect(await sees(mia, tom)).toEqual(GONE)
})

test('who hid before is looked at all the same, once the club asked for their ID', async () => {
  await using scene = await openMinors()
  const { club, mia, tom, admin, onlyCase } = scene
  const queued = async () => {
    const listed = await club.call(admin, listSubmissions, { query: { filter: 'queue' } })
    return listed.ok ? listed.answer.submissions.map(({ id }) => id) : listed.code
  }
  const { id: messageId } = await say(club, tom, await seatBoth(club, mia, tom))
  await club.call(tom, setHidden, { body: { isHidden: true } })
  const { id: submissionId } = await insertSubmission(club, tom)
  expect(await queued()).toEqual([])
  await reportTarget(club, mia, { kind: 'message', id: messageId }, MINOR)
  expect(await queued()).toEqual([submissionId])
  expect(await club.call(admin, getSubmission, { params: { submissionId } })).toMatchObject({
    answer: { username: tom.username },
  })
  expect(await scene.approve(submissionId)).toMatchObject({ ok: true })
  expect(await onlyCase()).toMatchObject({ age: null })
})
