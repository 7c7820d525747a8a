import { expect, test } from 'vitest'
import { appealStatement, decideAppeal } from '#contract/moderation/appeals.ts'
import { askAge } from '#contract/moderation/cases.ts'
import { sql } from '#server/platform/database/database.ts'
import { GROUNDS, postDecision, readStatements } from '#testing/moderation/cases.ts'
import { openMinors, THERE } from '#testing/moderation/minors.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'
import { isThere, purgeHour } from '#testing/privacy/leaving.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import type { TestMember } from '#testing/club/club.ts'
import { uuid } from '#testing/random.ts'

const codeOf = (made: { ok: boolean; code?: string }) => (made.ok ? 'ok' : made.code)

/** Tom, reported as a minor and suspended by it, objected before anybody had looked. */
async function objected() {
  const scene = await openMinors()
  const { club, tom } = scene
  await scene.report()
  const [statement] = await readStatements(club, tom)
  const appealId = uuid()
  const params = { statementId: statement!.id }
  const body = { id: appealId, text: 'I am 31.' }
  expect(await club.call(tom, appealStatement, { params, body })).toMatchObject({ ok: true })
  const { id: caseId } = await scene.onlyCase()
  return {
    ...scene,
    caseId,
    confirm: (who: TestMember) =>
      postDecision(club, who, caseId, { kind: 'minor', grounds: { ...GROUNDS, ground: 'law' } }),
    answer: async (who: TestMember, isGranted: boolean) =>
      codeOf(
        await club.call(who, decideAppeal, {
          params: { appealId },
          body: { isGranted, answer: 'We looked at it again.' },
        }),
      ),
  }
}

test('an objection to the waiting that is granted after “a minor” was decided takes back all of it', async () => {
  await using scene = await objected()
  const { club, mia, tom, moderator, admin, sees } = scene
  await scene.confirm(moderator)
  await club.mails()
  const marks = () => club.db.rows(sql`select from banned_addresses`)
  expect(await marks()).toHaveLength(2)
  await proveSession(club, admin)
  expect(await scene.answer(admin, true)).toBe('ok')
  expect(await marks()).toEqual([])
  club.clock.advance({ days: 2 })
  await purgeHour(club)
  expect(await isThere(club, tom)).toBe(true)
  expect(await sees(mia, tom)).toEqual(THERE)
  expect(await club.db.rows(sql`select from statements where lifted_at is null`)).toEqual([])
})

test('the admin who decided “a minor” does not answer the appeal against the suspension before it', async () => {
  await using scene = await objected()
  await scene.confirm(scene.moderator)
  expect(await scene.answer(scene.moderator, false)).toBe('same_decider')
  expect(await scene.answer(scene.admin, false)).toBe('ok')
})

test('nor does one who asks for an ID and answers at the same moment', async () => {
  await using scene = await objected()
  const { club, tom, moderator, caseId } = scene
  await proveSession(club, moderator)
  const [asked, answered] = await club.db.transaction(async (tx) => {
    await tx.run(sql`select from users where id = ${tom.userId} for update`)
    const asking = club.call(moderator, askAge, { params: { caseId }, query: {} })
    await untilSomebodyWaits(club)
    const answering = scene.answer(moderator, false)
    await untilSomebodyWaits(club, 2)
    return [asking, answering] as const
  })
  expect([codeOf(await asked), await answered]).toEqual(['ok', 'same_decider'])
})
