import { expect, test } from 'vitest'
import { listAppeals } from '#contract/moderation/appeals.ts'
import { listCases } from '#contract/moderation/cases.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'

const NOW = '2026-05-04T20:00:00Z'

/** More than a page: half of them from trusted flaggers, some decided, each with an appeal. */
const insertCases = (on: Sql, { areDecided }: { areDecided: boolean }) =>
  on.run(sql`
    insert into cases (id, number, urgency, is_trusted, opened_at, due_at, decided_at)
    select gen_random_uuid(), 'C-2026-' || lpad(i::text, 6, '0'),
      case when i % 3 = 0 then 4 else 72 end, i % 2 = 0,
      ${NOW}::timestamptz - make_interval(mins => i), ${NOW}::timestamptz + interval '3 days',
      case when ${areDecided}::boolean then ${NOW}::timestamptz - make_interval(secs => i) end
    from generate_series(1, 60) i`)

const insertAppeals = (on: Sql, { areDecided }: { areDecided: boolean }) =>
  on.run(sql`
    with made as (
      insert into statements (id, number, kind, starts_at, facts, ground, rule, source, language)
      select gen_random_uuid(), 'S-2026-' || lpad(i::text, 6, '0'), 'warning', ${NOW}, '–', 'terms',
        'House rules', 'own', 'en'
      from generate_series(1, 60) i
      returning id, number)
    insert into appeals (id, statement_id, text, received_at, due_at, decided_at, is_granted, answer)
    select gen_random_uuid(), id, '–', ${NOW}, ${NOW}::timestamptz + right(number, 2)::int * interval '1 hour',
      case when ${areDecided}::boolean then ${NOW}::timestamptz + right(number, 2)::int * interval '1 minute' end,
      case when ${areDecided}::boolean then false end, case when ${areDecided}::boolean then '–' end
    from made`)

const CHANGES = [
  ['open', 'is gone', (id: string) => sql`delete from cases where id = ${id}`],
  ['open', 'became urgent', (id: string) => sql`update cases set urgency = 1 where id = ${id}`],
  ['decided', 'is gone', (id: string) => sql`delete from cases where id = ${id}`],
] as const

for (const [state, what, change] of CHANGES)
  test(`the list of ${state} cases goes on after one that ${what}`, async () => {
    await using club = await openClub({ now: NOW })
    const moderator = await club.member({ isModerator: true })
    await insertCases(club.db, { areDecided: state === 'decided' })
    const page = async (after?: string) => {
      const listed = await club.call(moderator, listCases, { query: { state, after } })
      if (!listed.ok) throw new Error(listed.code)
      return { ids: listed.answer.cases.map(({ id }) => id), next: listed.answer.next }
    }
    const first = await page()
    const rest = (await page(first.next!)).ids
    expect([first.ids.length, rest.length]).toEqual([50, 10])
    expect(new Set([...first.ids, ...rest]).size).toBe(60)
    await club.db.run(change(first.ids.at(-1)!))
    expect(await page(first.next!)).toEqual({ ids: rest, next: null })
  })

for (const state of ['open', 'decided'] as const)
  test(`the list of ${state} appeals goes on after one that is gone`, async () => {
    await using club = await openClub({ now: NOW })
    const moderator = await club.member({ isModerator: true })
    await insertAppeals(club.db, { areDecided: state === 'decided' })
    const page = async (after?: string) => {
      const listed = await club.call(moderator, listAppeals, { query: { state, after } })
      if (!listed.ok) throw new Error(listed.code)
      return { ids: listed.answer.appeals.map(({ id }) => id), next: listed.answer.next }
    }
    const first = await page()
    const rest = (await page(first.next!)).ids
    expect([first.ids.length, rest.length]).toEqual([50, 10])
    await club.db.run(sql`delete from appeals where id = ${first.ids.at(-1)}`)
    expect(await page(first.next!)).toEqual({ ids: rest, next: null })
  })

const ID = '5a105e8b-9d40-4132-9780-d62ea2265d8a'
const NO_PLACES = [
  'elsewhere',
  ID,
  `2026-02-30T20:00:00Z ${ID}`,
  `2026-05-04T24:00:00Z ${ID}`,
  `2026-05-04T20:00:00 ${ID}`,
  `0000-05-04T20:00:00Z ${ID}`,
  `2026-05-04T20:00:00Z ${'-'.repeat(36)}`,
  `2026-05-04T20:00:00Z ${ID} `,
]

test('what names no place in a list begins at its top', async () => {
  await using club = await openClub({ now: NOW })
  const moderator = await club.member({ isModerator: true })
  await insertCases(club.db, { areDecided: true })
  for (const after of NO_PLACES) {
    const listed = await club.call(moderator, listCases, { query: { state: 'decided', after } })
    expect([after, listed.ok && listed.answer.cases.length]).toEqual([after, 50])
  }
  for (const at of ['2000-01-01T00:00:00Z', `2000-01-01T00:00:00.${'0'.repeat(140)}Z`]) {
    const query = { state: 'decided', after: `${at} ${ID}` } as const
    const none = await club.call(moderator, listCases, { query })
    expect(none).toMatchObject({ answer: { cases: [] } })
  }
})
