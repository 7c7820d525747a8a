import { expect, test } from 'vitest'
import { listMessages } from '#contract/contact.ts'
import { listIssued, listWaiting } from '#contract/admission/admission.ts'
import { findMembers } from '#contract/admin/members.ts'
import { listSubmissions } from '#contract/verification/review.ts'
import { sql, type Query } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'

const NOW = '2026-05-04T20:00:00Z'
const COUNT = 60
type Page = { ids: string[]; next: string | null }
type As = { cookie: string }
type List = {
  fill: Query
  page: (club: Club, as: As, after: string | undefined) => Promise<Page>
  changes: Record<string, (id: string) => Query>
}

const idsOf = (lines: readonly { id: string }[]) => lines.map(({ id }) => id)
const at = sql`${NOW}::timestamptz - make_interval(mins => n)`
const people = sql`
  insert into users (id, email, password_hash, created_at)
  select gen_random_uuid(), 'z' || n || '@example.org', 'x', ${at}
  from generate_series(1, ${COUNT}::int) n returning id, email, created_at`
const profiles = sql`
  insert into profiles (id, username, username_key, birthdate)
  select id, 'Zoe ' || email, 'zoe ' || email, '1990-01-01' from made`
const gone = (id: string) => sql`delete from users where id = ${id}`

const submissions = (filter: 'all' | 'queue'): List => ({
  fill: sql`with made as (${people}), named as (${profiles})
    insert into verification_submissions (id, user_id, created_at, consent, consented_at)
    select gen_random_uuid(), id, created_at, '–', created_at from made`,
  page: async (club, as, after) => {
    const { answer } = await told(club.call(as, listSubmissions, { query: { filter, after } }))
    return { ids: idsOf(answer.submissions), next: answer.next }
  },
  changes: {
    'is withdrawn': (id) => sql`delete from verification_submissions where id = ${id}`,
  },
})
const messages = (filter: 'all' | 'open'): List => ({
  fill: sql`
    insert into messages (id, reference, topic, email, text, received_at)
    select gen_random_uuid(), 'K-2026-' || lpad(n::text, 6, '0'), 'other', 'z@example.org', '–', ${at}
    from generate_series(1, ${COUNT}::int) n`,
  page: async (club, as, after) => {
    const { answer } = await told(club.call(as, listMessages, { query: { filter, after } }))
    return { ids: idsOf(answer.messages), next: answer.next }
  },
  changes: { 'goes with its sender': (id) => sql`delete from messages where id = ${id}` },
})

const LISTS: Record<string, List> = {
  submissions: submissions('all'),
  'submissions in the queue': submissions('queue'),
  messages: messages('all'),
  'open messages': messages('open'),
  members: {
    fill: sql`with made as (${people}) ${profiles}`,
    page: async (club, as, after) => {
      const query = { search: 'zoe', after }
      const { answer } = await told(club.call(as, findMembers, { query }))
      return { ids: idsOf(answer.members), next: answer.next }
    },
    changes: {
      'is gone': gone,
      'has another name': (id) => sql`
        update profiles set username = 'Abe', username_key = 'abe' where id = ${id}`,
    },
  },
  'people in line': {
    fill: sql`with made as (${people}) ${profiles}`,
    page: async (club, as, after) => {
      const { answer } = await told(club.call(as, listWaiting, { query: { after } }))
      return { ids: idsOf(answer.waiting), next: answer.next }
    },
    changes: { 'leaves it': gone },
  },
  invitations: {
    fill: sql`
      insert into invitations (id, created_at, expires_at)
      select gen_random_uuid(), ${at}, ${NOW} from generate_series(1, ${COUNT}::int) n`,
    page: async (club, as, after) => {
      const { answer } = await told(club.call(as, listIssued, { query: { after } }))
      return { ids: idsOf(answer.invitations), next: answer.next }
    },
    changes: { 'is over': (id) => sql`delete from invitations where id = ${id}` },
  },
}

async function told<T extends { ok: boolean }>(asked: Promise<T>) {
  const result = await asked
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result as Extract<T, { ok: true }>
}

for (const [list, { fill, page, changes }] of Object.entries(LISTS))
  for (const [what, change] of Object.entries(changes))
    test(`the list of ${list} goes on after a row that ${what}`, async () => {
      await using club = await openClub({ now: NOW })
      const admin = await club.member({ isAdmin: true })
      await club.db.run(fill)
      const first = await page(club, admin, undefined)
      const last = first.ids.at(-1)!
      const rest = await page(club, admin, first.next!)
      expect([first.ids.length, rest.ids.length, rest.next]).toEqual([50, 10, null])
      expect(new Set([...first.ids, ...rest.ids]).size).toBe(COUNT)
      await club.db.run(change(last))
      expect(await page(club, admin, first.next!)).toEqual(rest)
    })

test('what names no place in a list begins at its top', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await club.member({ isAdmin: true })
  for (const { fill, page } of [LISTS['messages']!, LISTS['members']!]) {
    await club.db.run(fill)
    for (const after of ['elsewhere', ' ', `${NOW} elsewhere`, `zoe ${NOW}`])
      expect((await page(club, admin, after)).ids).toHaveLength(50)
  }
})

test('the list of members goes on after a name whose letters each stand for a sentence', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await club.member({ isAdmin: true })
  for (let at = 0; at < COUNT; at += 1)
    await club.member({ username: `${'ﷺ'.repeat(48)}${String(at).padStart(2, '0')}` })
  const page = async (after?: string) =>
    (await told(club.call(admin, findMembers, { query: { search: 'ﷺ', after } }))).answer
  const first = await page()
  const rest = await page(first.next!)
  expect(new Set(idsOf([...first.members, ...rest.members])).size).toBe(COUNT)
})
