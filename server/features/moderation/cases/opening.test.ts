import { expect, test } from 'vitest'
import { openOwnCase, type OwnCaseTarget } from '#contract/moderation/cases.ts'
import { blockMember } from '#contract/members/blocks.ts'
import {
  postDecision,
  readFileAtDesk,
  GROUNDS,
  profileTarget,
  queue,
  reportTarget,
  readStatements,
} from '#testing/moderation/cases.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import { readTraces } from '#testing/fixtures/submissions.ts'

const NOW = '2026-05-04T20:00:00Z'
const codeOf = (answer: { ok: boolean; code?: string }) =>
  answer.ok ? 'ok' : (answer.code ?? 'none')

async function openScene() {
  const salon = await openLounge({ now: NOW })
  const { club } = salon
  const tom = await salon.guest()
  const moderator = await club.member({ isModerator: true })
  const ask = (target: OwnCaseTarget, as = moderator) =>
    club.call(as, openOwnCase, { body: { target } })
  const opened = async (target: OwnCaseTarget) => {
    const answer = await ask(target)
    if (!answer.ok) throw new Error(answer.code)
    return answer.answer.caseId
  }
  return { ...salon, tom, moderator, ask, opened }
}

test('staff open a case about what they come upon, decide it, and its member reads that the club noticed', async () => {
  await using scene = await openScene()
  const { club, tom, moderator, opened } = scene
  const caseId = await opened(profileTarget(tom))
  const file = await readFileAtDesk(club, moderator, caseId)
  expect(file).toMatchObject({
    reports: 0,
    refusal: null,
    username: tom.username,
    evidence: [{ kind: 'profile', author: tom.username }],
  })
  expect((await readTraces(club)).map(({ action }) => action)).toContain('case_opened')
  await postDecision(club, moderator, caseId, { kind: 'warn', grounds: GROUNDS })
  expect(await readStatements(club, tom)).toMatchObject([
    { kind: 'warning', ...GROUNDS, source: 'own' },
  ])
})

test('a post they read is frozen and can be removed; one in a room they are not in is not there', async () => {
  await using scene = await openScene()
  const { club, tom, moderator, ask, room } = scene
  const made = await scene.post(tom, { text: 'you are awful' })
  if (!made.ok) throw new Error(made.code)
  const target = { kind: 'post', id: made.answer.id } as const
  expect(codeOf(await ask(target))).toBe('PGRST116')
  await club.join(moderator, room)
  const answer = await ask(target)
  if (!answer.ok) throw new Error(answer.code)
  const { caseId } = answer.answer
  const { evidence } = await readFileAtDesk(club, moderator, caseId)
  const removes = [evidence[0]!.id]
  await postDecision(club, moderator, caseId, { kind: 'remove', grounds: GROUNDS, removes })
  expect(await readStatements(club, tom)).toMatchObject([{ source: 'own' }])
})

test('it joins the case that is open, and twice is once', async () => {
  await using scene = await openScene()
  const { club, tom, moderator, opened } = scene
  await reportTarget(club, await scene.guest(), profileTarget(tom))
  const [line] = await queue(club, moderator)
  expect(await opened(profileTarget(tom))).toBe(line!.id)
  expect(await opened(profileTarget(tom))).toBe(line!.id)
  const file = await readFileAtDesk(club, moderator, line!.id)
  expect([file.reports, file.evidence.length]).toEqual([1, 1])
  const traces = await readTraces(club)
  expect(traces.filter(({ action }) => action === 'case_opened')).toHaveLength(1)
})

test('nobody opens one about themselves, and a block keeps no member from the desk', async () => {
  await using scene = await openScene()
  const { club, tom, moderator, ask } = scene
  expect(codeOf(await ask(profileTarget(moderator)))).toBe('own_case')
  expect(codeOf(await ask(profileTarget(moderator), tom))).toBe('42501')
  await club.call(tom, blockMember, { params: { memberId: moderator.userId } })
  expect(codeOf(await ask(profileTarget(tom)))).toBe('ok')
})
