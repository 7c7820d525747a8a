import { expect, test } from 'vitest'
import { sql, type Query } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { asOwner } from '#testing/club/database/owner.ts'
import { retentionCutoff } from '#server/platform/limits/retention.ts'
import { retentionRules, rulesInForce } from './retention.rules.ts'
import { keepRetention } from './retention.service.ts'

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  Plans?: Plan[]
}

/** Tables that are read whole by a plan, also when by an index that knows nothing of the condition. */
const listWhole = (plan: Plan): string[] => [
  ...(plan['Relation Name'] &&
  plan['Node Type'] !== 'ModifyTable' &&
  !plan['Index Cond'] &&
  !plan['Recheck Cond']
    ? [plan['Relation Name']]
    : []),
  ...(plan.Plans ?? []).flatMap(listWhole),
]

/**
 * What may be read whole, once a day: of these a person has one or few, and most go after days; or they are the
 * desk's. The audit log is read in its order, from its beginning to the first entry that stays.
 */
const SMALL = new Set(
  `appeals audit case_decisions cases evidence exports handovers invitations reports signals_seen statements
  taken_away tombstones verification_submissions waitlist`.split(/\s+/),
)

const planOf = (club: Club, query: Query) =>
  club.db.transaction(async (tx) => {
    // an empty table is read whole by choice; a large one where nothing else is possible
    for (const way of ['seqscan', 'hashjoin', 'mergejoin', 'material', 'memoize'])
      await tx.row(sql`select set_config(${`enable_${way}`}, 'off', true)`)
    const plan = await tx.row<object>(sql`explain (format json) ${query}`)
    const [[{ Plan: root }]] = Object.values(plan!) as [[{ Plan: Plan }]]
    return root
  })

test('what has had its time is found by an index, whatever the rule', async () => {
  await using club = await openClub()
  const now = club.app.now()
  await club.db.run(sql`
    insert into users (id, email, password_hash, created_at)
    select gen_random_uuid(), 'member-' || n || '@many.invalid', 'x', ${now.toISOString()}
    from generate_series(1, 20000) n`)
  await asOwner(club, () => 'analyze users')
  const whole: string[] = []
  for (const rule of rulesInForce) {
    const count = retentionRules[rule].overdue
    if (!count) continue
    const query = count({ now, cut: retentionCutoff(rule, now), mustConfirm: true })
    const tables = listWhole(await planOf(club, query)).filter((table) => !SMALL.has(table))
    whole.push(...tables.map((table) => `${rule}: ${table}`))
  }
  expect(whole).toEqual([])
})

test('what is removed in parts is found by its age, a part at a time', async () => {
  await using club = await openClub()
  await club.db.run(sql`
    insert into users (id, email, password_hash, created_at)
    select gen_random_uuid(), 'member-' || n || '@many.invalid', 'x', now() from generate_series(1, 20000) n`)
  await asOwner(club, () => 'analyze users')
  const { db } = club.app
  const { run } = db
  const asked: Query[] = []
  db.run = (query) => (asked.push(query), run(query))
  try {
    await keepRetention(club.app)
  } finally {
    db.run = run
  }
  for (const table of ['bell_items', 'log_ins', 'sent_mails']) {
    const removal = asked.find(({ text }) => text.trim().startsWith(`delete from ${table} `))!
    const plan = await planOf(club, removal)
    expect(listWhole(plan)).not.toContain(table)
    expect(JSON.stringify(plan)).toContain(`"${table}_by_age"`)
  }
})
