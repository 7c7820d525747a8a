import { expect, test } from 'vitest'
import { sql, type Query } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { asOwner } from '#testing/club/database/owner.ts'
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

const planOf = (club: Club, query: Query) =>
  club.db.transaction(async (tx) => {
    // an empty table is read whole by choice; a large one where nothing else is possible
    for (const way of ['seqscan', 'hashjoin', 'mergejoin', 'material', 'memoize'])
      await tx.row(sql`select set_config(${`enable_${way}`}, 'off', true)`)
    const plan = await tx.row<object>(sql`explain (format json) ${query}`)
    const [[{ Plan: root }]] = Object.values(plan!) as [[{ Plan: Plan }]]
    return root
  })

test('what is removed in parts is found by its age, a part at a time', async () => {
  await using club = await openClub()
  await club.db.run(sql`
    insert into users (id, email, password_hash, created_at)
    select gen_random_uuid(), 'member-' || n || '@many.invalid', 'x', now() from generate_series(1, 20000) n`)
  await asOwner(club, () => 'analyze')
  const { db } = club.app
  const { run } = db
  const queries: Query[] = []
  db.run = (query) => (queries.push(query), run(query))
  try {
    await keepRetention(club.app)
  } finally {
    db.run = run
  }
  for (const table of ['bell_items', 'log_ins', 'sent_mails']) {
    const removal = queries.find(({ text }) => text.trim().startsWith(`delete from ${table} `))!
    const plan = await planOf(club, removal)
    expect(listWhole(plan)).not.toContain(table)
    expect(JSON.stringify(plan)).toContain(`"${table}_by_age"`)
  }
})
