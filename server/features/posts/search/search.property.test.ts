import { expect, test } from 'vitest'
import type { RequestOf } from '#contract/endpoint.ts'
import { searchPosts } from '#contract/posts/search.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import fc, { tries } from '#testing/property.ts'
import { integer, uuid } from '#testing/random.ts'
import { walkBack, type Spot } from './search.walk.ts'

type Query = RequestOf<typeof searchPosts>['query']

const byNewest = (one: Spot, other: Spot) =>
  other.at - one.at || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0)

const post = fc.record({
  step: fc.integer({ min: 0, max: 3 }),
  isHit: fc.boolean(),
  late: fc.integer({ min: 0, max: 3 }),
})
const roomsOfPosts = fc.array(
  fc.record({ posts: fc.array(post, { maxLength: 900 }), rarity: fc.constantFrom(1, 2, 20, 400) }),
  { minLength: 1, maxLength: 4 },
)

test('a walk back finds what a look at everything finds, in its order, whatever its parts and its time', async () => {
  await fc.assert(
    fc.asyncProperty(
      roomsOfPosts,
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 600 }),
      fc.integer({ min: 0, max: 6 }),
      async (made, wanted, first, looks) => {
        const rooms = made.map(({ posts, rarity }, room) => {
          let at = room
          return posts.map(({ step, isHit, late }, n) => {
            at += step
            return {
              number: n + 1,
              at: at - late,
              id: `${room}-${n}`,
              isHit: isHit && n % rarity === 0,
            }
          })
        })
        const all = rooms
          .flatMap((posts) => posts.filter(({ isHit }) => isHit))
          .map(({ at, id }) => ({ at, id }))
          .sort(byNewest)
        let time = 0
        const { spots, reached } = await walkBack({
          rooms: rooms.map((posts, n) => ({ room: `${n}`, high: posts.length + 1, floor: 1 })),
          wanted,
          first,
          budget: looks,
          now: () => time,
          look: async (parts) => {
            time += 1
            return parts.map(({ room, low, high }) => {
              const posts = rooms[Number(room)]!
              const below = posts.filter(({ number }) => number < low).slice(-64)
              return {
                room,
                hits: posts
                  .filter(({ number, isHit }) => isHit && number >= low && number < high)
                  .map(({ at, id }) => ({ at, id }))
                  .sort(byNewest)
                  .slice(0, wanted),
                below: below.length > 0 ? Math.max(...below.map(({ at }) => at)) : null,
              }
            })
          },
        })
        const complete = reached === null ? all : all.filter(({ at }) => at > reached)
        expect(spots).toEqual(complete.slice(0, wanted))
      },
    ),
    { numRuns: tries(500) },
  )
})

const WORDS = ['abend', 'haus', 'quark', 'zebra', 'wein', 'garten']
/** One in so many posts has each of them. */
const RARITY = [1, 3, 60, 700, 5, 30]

test(
  'whatever is looked for, page by page it is what a scan of all posts finds, in its order',
  { timeout: 120_000 },
  async () => {
    await using club = await openClub({
      config: { limitsFactor: 1_000_000 },
      now: '2026-10-01T12:00:00Z',
    })
    const mia = await club.member({ username: 'Mia', subscribedUntil: '2999-01-01T00:00:00Z' })
    const others = []
    for (const username of ['Ben', 'Bea', 'Cleo']) others.push(await club.member({ username }))
    const blocked = others[2]!
    await club.db.run(
      sql`insert into blocks values (${mia.userId}, ${blocked.userId}, 'Name', now())`,
    )
    const [large, small, strange] = [await club.room(), await club.room(), await club.room()]
    for (const [room, many] of [
      [large, 2_600],
      [small, 150],
      [strange, 200],
    ] as const) {
      if (room !== strange) await club.join(mia, room)
      await club.db.run(sql`
        insert into posts (id, room_id, number, user_id, text, created_at, removed_at, taken_back_by)
        select gen_random_uuid(), ${room.id}, n, writer, text, timestamptz '2026-01-01Z' + (n * 60 + ${integer(90)}::int - n % 7 * 61) * interval '1 second',
          removed_at, case when removed_at is not null then writer end
        from (
          select n, (${others.map(({ userId }) => userId)}::uuid[])[1 + n % 3] as writer,
            case when n % 41 = 0 then now() end as removed_at,
            'x' || (select string_agg(case when (n * 7 + i) % ((${RARITY}::int[])[i]) = 0 then ' ' || (${WORDS}::text[])[i] else '' end, '')
              from generate_series(1, ${WORDS.length}::int) i) as text
          from generate_series(1, ${many}::int) n) made`)
      await club.db.run(sql`update rooms set last_number = ${many} where id = ${room.id}`)
    }
    const scan = async ({ words, author, since, until, room }: Query) => {
      const rows = await club.db.rows<{ id: string }>(sql`
        select p.id from posts p join profiles a on a.id = p.user_id join rooms r on r.id = p.room_id
        where p.room_id in (${large.id}::uuid, ${small.id}::uuid) and p.removed_at is null
          and p.user_id <> ${blocked.userId}
          and (${room ?? null}::text is null or r.slug = ${room ?? null})
          and (${words ?? null}::text is null or to_tsvector('simple', p.text) @@ websearch_to_tsquery('simple', ${words ?? null}))
          and (${author ?? null}::text is null or a.username ilike ${author ?? null} || '%')
          and (${since ?? null}::text is null or p.created_at >= ${since ?? null}::date::timestamp at time zone 'Europe/Berlin')
          and (${until ?? null}::text is null or p.created_at < (${until ?? null}::date + 1)::timestamp at time zone 'Europe/Berlin')
        order by p.created_at desc, p.id desc`)
      return rows.map(({ id }) => id)
    }
    const day = fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-03')
    const question = fc.record(
      {
        words: fc.oneof(
          fc.constantFrom(...WORDS),
          fc.constantFrom(
            'haus wein',
            '"abend haus"',
            'quark or zebra',
            'haus -wein',
            'quark -abend',
          ),
        ),
        author: fc.constantFrom('b', 'Ben', 'cleo', 'z'),
        since: day,
        until: day,
        room: fc.constantFrom(large.slug, small.slug),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(question, async (asked) => {
        fc.pre(asked.words !== undefined || asked.author !== undefined)
        const expected = await scan(asked)
        const seen: string[] = []
        for (let before: string | undefined; ;) {
          const page = await club.call(mia, searchPosts, {
            query: { ...asked, ...(before && { before }) },
          })
          if (!page.ok) throw new Error(page.code)
          seen.push(...page.answer.found.map(({ post: { id } }) => id))
          if (!page.answer.next || seen.length > 100) break
          before = page.answer.next
        }
        expect(seen).toEqual(expected.slice(0, seen.length > 100 ? seen.length : undefined))
      }),
      { numRuns: tries(100) },
    )
  },
)

test('the places of a part of a room are those of its numbers, and of few beside it', async () => {
  await using club = await openClub()
  const room = uuid()
  const edge = fc.oneof(
    fc.integer({ min: 0, max: 3_000_000 }),
    fc
      .record({
        place: fc.constantFrom(64, 4_096, 262_144),
        n: fc.integer({ min: 0, max: 10 }),
        by: fc.integer({ min: -2, max: 2 }),
      })
      .map(({ place, n, by }) => Math.max(0, place * n + by)),
  )
  await fc.assert(
    fc.asyncProperty(edge, edge, fc.array(edge, { maxLength: 40 }), async (one, other, more) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other) + 1]
      const numbers = [low, low - 64, low + 63, high - 1, high + 63, ...more].filter((n) => n >= 0)
      const rows = await club.db.rows<{ number: number; isIn: boolean; most: number }>(sql`
        select n as number, places_of(${room}, n, ${room}) && between_them as is_in, cardinality(between_them) as most
        from unnest(${numbers}::bigint[]) n, places_between(${room}, ${low}, ${high}) between_them`)
      for (const { number, isIn, most } of rows) {
        if (number >= low && number < high)
          expect(isIn, `${number} of ${low} to ${high}`).toBe(true)
        if (number <= low - 64 || number >= high + 63)
          expect(isIn, `${number} of ${low} to ${high}`).toBe(false)
        expect(most).toBeLessThan(4 * 64 + 12)
      }
    }),
    { numRuns: tries(200) },
  )
})
