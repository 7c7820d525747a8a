import fc from '#testing/property.ts'
import { expect, test } from 'vitest'
import { createPost, listPosts } from '#contract/posts/posts.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { uuid } from '#testing/random.ts'

type Query = { before?: number; after?: number; count?: number }

async function pageOf(club: Club, member: TestMember, slug: string, query: Query = {}) {
  const page = await club.call(member, listPosts, { params: { slug }, query })
  if (!page.ok) throw new Error(page.code)
  return { ...page.answer, numbers: page.answer.posts.map((post) => post.number) }
}

/** A room with posts numbered 1 to `count`, of which some were removed and some are gone for good. */
async function fill(
  club: Club,
  member: TestMember,
  count: number,
  { removed = [], gone = [] }: { removed?: number[]; gone?: number[] } = {},
) {
  const room = await club.room()
  await club.join(member, room)
  await club.db.run(sql`
    insert into posts (id, room_id, number, user_id, text, created_at, removed_at,
      taken_back_by)
    select gen_random_uuid(), ${room.id}, n, ${member.userId}, 'post ' || n, now(),
      case when n = any (${removed}::integer[]) then now() end,
      case when n = any (${removed}::integer[]) then ${member.userId}::uuid end
    from generate_series(1, ${count}::integer) n where n <> all (${gone}::integer[])`)
  await club.db.run(sql`update rooms set last_number = ${count} where id = ${room.id}`)
  return room.slug
}
const downFrom = (from: number, to: number) =>
  Array.from({ length: Math.max(0, from - to + 1) }, (_, index) => from - index)

test('read forward, a room comes oldest first, in pages as long as one asks, without a gap', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const slug = await fill(club, mia, 100, { removed: [40], gone: [60] })
  const read: number[] = []
  let after = 5
  for (const pages of [40, 40, 13]) {
    const page = await pageOf(club, mia, slug, { after, count: 40 })
    expect(page).toMatchObject({ from: after + 1, latest: 100 })
    expect(page.numbers).toHaveLength(pages)
    read.push(...page.numbers.toReversed())
    after = page.to
  }
  expect(after).toBe(100)
  expect(read).toEqual(
    downFrom(100, 6)
      .filter((number) => number !== 40 && number !== 60)
      .toReversed(),
  )
})

test('the newest page has 20 posts, and "before" continues where it ended', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const slug = await fill(club, mia, 45)
  expect(await pageOf(club, mia, slug)).toMatchObject({
    numbers: downFrom(45, 26),
    from: 26,
    to: 45,
    latest: 45,
  })
  expect(await pageOf(club, mia, slug, { before: 26 })).toMatchObject({
    numbers: downFrom(25, 6),
    from: 6,
    to: 25,
    latest: 45,
  })
  expect(await pageOf(club, mia, slug, { before: 6 })).toMatchObject({
    numbers: downFrom(5, 1),
    from: 1,
    to: 5,
    latest: 45,
  })
  expect(await pageOf(club, mia, slug, { before: 1 })).toMatchObject({
    numbers: [],
    from: 1,
    to: 0,
  })
})

test('catching up gives up to 100 posts right after a number, and says how far behind one is', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const slug = await fill(club, mia, 250)
  expect(await pageOf(club, mia, slug, { after: 30 })).toMatchObject({
    numbers: downFrom(130, 31),
    from: 31,
    to: 130,
    latest: 250,
  })
  expect(await pageOf(club, mia, slug, { after: 200 })).toMatchObject({
    numbers: downFrom(250, 201),
    from: 201,
    to: 250,
    latest: 250,
  })
  expect(await pageOf(club, mia, slug, { after: 250 })).toMatchObject({
    numbers: [],
    from: 251,
    to: 250,
    latest: 250,
  })
})

test('a removed post is a number without a post, and takes no place on the page', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const slug = await fill(club, mia, 30, { removed: [30, 12], gone: [25] })
  expect(await pageOf(club, mia, slug)).toMatchObject({
    numbers: downFrom(29, 8).filter((n) => n !== 25 && n !== 12),
    from: 8,
    to: 30,
    latest: 30,
  })
  expect(await pageOf(club, mia, slug, { after: 28 })).toMatchObject({
    numbers: [29],
    from: 29,
    to: 30,
  })
})

test.each([
  ['a word', { before: 'x' }],
  ['a fraction', { after: 1.5 }],
  ['a negative', { before: -1 }],
])('%s is no number to page by', async (_, query) => {
  await using club = await openClub()
  const mia = await club.member()
  const slug = await fill(club, mia, 3)
  expect(
    await club.call(mia, listPosts, { params: { slug }, query: query as never }),
  ).toMatchObject({ status: 400, code: 'invalid_input' })
})

test('paging speaks of every number once, whatever was removed, backwards and forwards', async () => {
  await using club = await openClub()
  const mia = await club.member({ subscribedUntil: '2999-01-01' })
  const aRoom = fc.integer({ min: 0, max: 260 }).chain((count) =>
    fc.record({
      count: fc.constant(count),
      removed: fc.subarray(downFrom(count, 1)),
      gone: fc.subarray(downFrom(count, 1), { maxLength: Math.floor(count / 3) }),
    }),
  )
  await fc.assert(
    fc.asyncProperty(aRoom, async ({ count, removed, gone }) => {
      const slug = await fill(club, mia, count, { removed, gone })
      const missing = new Set([...removed, ...gone])
      const visible = downFrom(count, 1).filter((number) => !missing.has(number))

      const back = [await pageOf(club, mia, slug)]
      while (back.at(-1)!.from > 1)
        back.push(await pageOf(club, mia, slug, { before: back.at(-1)!.from }))
      expect(back.flatMap(({ from, to }) => downFrom(to, from))).toEqual(downFrom(count, 1))
      expect(back.flatMap(({ numbers }) => numbers)).toEqual(visible)

      const forth = [await pageOf(club, mia, slug, { after: 0 })]
      while (forth.at(-1)!.to < count)
        forth.push(await pageOf(club, mia, slug, { after: forth.at(-1)!.to }))
      expect(forth.toReversed().flatMap(({ from, to }) => downFrom(to, from))).toEqual(
        downFrom(count, 1),
      )
      expect(forth.toReversed().flatMap(({ numbers }) => numbers)).toEqual(visible)
    }),
    { numRuns: 30 },
  )
})

test('paging back never repeats or skips while others go on posting', async () => {
  await using club = await openClub({ config: { limitsFactor: 100 } })
  const mia = await club.member()
  const slug = await fill(club, mia, 120)
  const post = () =>
    club.call(mia, createPost, { params: { slug }, body: { id: uuid(), text: 'x' } })
  const pages = [await pageOf(club, mia, slug)]
  const top = pages[0]!.latest
  while (pages.at(-1)!.from > 1) {
    const next = pageOf(club, mia, slug, { before: pages.at(-1)!.from })
    await Promise.all([post(), next, post()])
    pages.push(await next)
  }
  expect(pages.flatMap(({ numbers }) => numbers)).toEqual(downFrom(top, 1))
  expect(pages.at(-1)!.latest).toBeGreaterThan(top)
})
