import { expect, test } from 'vitest'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import { sql } from '#server/platform/database/database.ts'
import { retentionCutoff } from '#server/platform/limits/retention.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { stateDecision, type StatedKind } from '#testing/moderation/statements.ts'
import { countRule, THINGS } from '#testing/privacy/retention.ts'
import { now, uuid } from '#testing/random.ts'
import type { RuleInForce } from './retention.rules.ts'

const openStillClub = () => openClub({ now: now() })
const longAgo = ({ app }: Club, rule: RuleInForce): Date =>
  new Date(retentionCutoff(rule, app.now()).getTime() - 2 * DAY_MS)
const isoOf = (date: Date) => date.toISOString()

/** An objection to a decision, whose account may be gone. */
const object = (club: Club, statementId: string, userId: string | null) =>
  club.db.run(sql`
    insert into appeals (id, statement_id, user_id, text, received_at, due_at)
    values (${uuid()}, ${statementId}, ${userId}, 'Please.', ${isoOf(club.app.now())},
      ${isoOf(club.app.now())})`)

/** Answers every objection to a decision. */
const answer = (club: Club, statementId: string) =>
  club.db.run(sql`
    update appeals set decided_at = ${isoOf(club.app.now())}, is_granted = false, answer = 'No.'
    where statement_id = ${statementId}`)

const restrict = (club: Club, userId: string) =>
  club.db.run(sql`
    update users set restricted_at = ${isoOf(club.app.now())} where id = ${userId}`)

test('a case stays while nobody has said whether it goes to the authorities, and longer when it does', async () => {
  await using club = await openStillClub()
  await THINGS.cases(club, longAgo(club, 'cases'))
  expect(await countRule(club, 'cases')).toBe(1)
  const at = isoOf(club.app.now())
  await club.db.run(sql`
    insert into handovers (id, case_id, facts, proposed_at)
    select ${uuid()}, id, 'A threat.', ${at} from cases`)
  expect(await countRule(club, 'cases')).toBe(0)
  await club.db.run(sql`update handovers set answered_at = ${at}, is_confirmed = false`)
  expect(await countRule(club, 'cases')).toBe(1)
  await club.db.run(sql`update handovers set is_confirmed = true`)
  expect(await countRule(club, 'cases')).toBe(0)
})

test('what was taken away is kept to the end of the day on which its member may still object', async () => {
  await using club = await openClub({ now: '2026-07-10T21:59:59.999Z' })
  await THINGS.takenAway(club, new Date('2026-01-10T12:00:00Z'))
  expect(await countRule(club, 'takenAway')).toBe(0)
  // midnight in Berlin
  club.clock.set('2026-07-10T22:00:00Z')
  expect(await countRule(club, 'takenAway')).toBe(1)
})

test('what was taken away stays while its member waits for an answer, and not while another does', async () => {
  await using club = await openStillClub()
  await THINGS.takenAway(club, longAgo(club, 'takenAway'))
  const own = (await club.db.row<{ id: string; userId: string }>(
    sql`select id, user_id from statements`,
  ))!
  const tom = await club.member()
  await object(club, await stateDecision(club.db, tom.userId, club.app.now()), tom.userId)
  expect(await countRule(club, 'takenAway')).toBe(1)
  await object(club, own.id, own.userId)
  expect(await countRule(club, 'takenAway')).toBe(0)
  await answer(club, own.id)
  expect(await countRule(club, 'takenAway')).toBe(1)
})

test('a ban is known for as long as it lasts', async () => {
  await using club = await openStillClub()
  const { userId } = await club.member()
  const startsAt = longAgo(club, 'statements')
  const state = (kind: StatedKind['kind']) =>
    stateDecision(club.db, userId, null, 'A test of patience.', { kind, startsAt })
  await state('warning')
  expect(await countRule(club, 'statements')).toBe(1)
  const id = await state('ban')
  expect(await countRule(club, 'statements')).toBe(1)
  const lift = (at: Date | null) =>
    club.db.run(sql`
      update statements set lifted_at = ${at && isoOf(at)}, lift_reason = ${at && 'A mistake.'}
      where id = ${id}`)
  await lift(startsAt)
  expect(await countRule(club, 'statements')).toBe(2)
  await lift(null)
  await club.db.run(sql`update statements set user_id = null where id = ${id}`)
  expect(await countRule(club, 'statements')).toBe(2)
})

test('a decision stays while its member waits for an answer or their data may not be used, and not for others', async () => {
  await using club = await openStillClub()
  const [mia, tom] = [await club.member(), await club.member()]
  const id = await stateDecision(club.db, mia.userId, longAgo(club, 'statements'))
  const others = await stateDecision(club.db, tom.userId, club.app.now())
  await object(club, others, tom.userId)
  await restrict(club, tom.userId)
  expect(await countRule(club, 'statements')).toBe(1)
  await object(club, id, mia.userId)
  expect(await countRule(club, 'statements')).toBe(0)
  // nobody is there any more to hear the answer
  await club.db.run(sql`update appeals set user_id = null where statement_id = ${id}`)
  expect(await countRule(club, 'statements')).toBe(1)
  await club.db.run(sql`update appeals set user_id = ${mia.userId} where statement_id = ${id}`)
  await answer(club, id)
  expect(await countRule(club, 'statements')).toBe(1)
  await restrict(club, mia.userId)
  expect(await countRule(club, 'statements')).toBe(0)
})

test.each(['block', 'decline'] as const)(
  'the mark of a %s stays with its maker while somebody came back with the address',
  async (kind) => {
    await using club = await openStillClub()
    const [mia, tom] = [await club.member(), await club.member()]
    await THINGS.apartMarks(club, longAgo(club, 'apartMarks'))
    const mark = (await club.db.row<{ ownerId: string; sourceId: string }>(
      sql`select owner_id, source_id from apart_marks`,
    ))!
    const at = isoOf(club.app.now())
    const comeBack = (ownerId: string, whoId: string, sourceId: string) =>
      club.db.run(
        kind === 'block'
          ? sql`
              insert into blocks (blocker_id, blocked_id, name, created_at, source_id)
              values (${ownerId}, ${whoId}, null, ${at}, ${sourceId})`
          : sql`
              insert into wave_declines (user_id, waver_id, declined_at, source_id)
              values (${ownerId}, ${whoId}, ${at}, ${sourceId})`,
      )
    await comeBack(mia.userId, tom.userId, mark.sourceId)
    await comeBack(mark.ownerId, mia.userId, uuid())
    expect(await countRule(club, 'apartMarks')).toBe(1)
    await comeBack(mark.ownerId, tom.userId, mark.sourceId)
    expect(await countRule(club, 'apartMarks')).toBe(0)
  },
)
