import fc, { tries } from '#testing/property.ts'
import { expect, test } from 'vitest'
import { createPost, listPosts, type Post } from '#contract/posts/posts.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { uuid } from '#testing/random.ts'

const SCRIPTS = tries(50)
const LENGTH = 24

type Step = 'post' | 'back' | 'forth' | 'newest' | 'remove'
/** What happens, in groups that happen at once. */
const scripts = fc.array(
  fc.array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constant<Step>('post') },
      { weight: 2, arbitrary: fc.constantFrom<Step>('back', 'forth') },
      { weight: 1, arbitrary: fc.constantFrom<Step>('newest', 'remove') },
    ),
    { minLength: 1, maxLength: 6 },
  ),
  { minLength: LENGTH / 4, maxLength: LENGTH / 2, size: 'max' },
)

type Page = { posts: Post[]; from: number; to: number; latest: number }

/** Somebody who reads a room page by page, and what they have been told so far. */
function openReader(club: Club, member: TestMember, slug: string) {
  const pages: Page[] = []
  async function page(query: { before?: number; after?: number }): Promise<Page> {
    const answer = await club.call(member, listPosts, { params: { slug }, query })
    if (!answer.ok) throw new Error(answer.code)
    return answer.answer
  }
  return {
    pages,
    newest: async () => void pages.push(await page({})),
    async back(): Promise<void> {
      const last = pages.at(-1)
      if (!last || last.from > 1) pages.push(await page(last ? { before: last.from } : {}))
    },
    forth: async () => void pages.push(await page({ after: pages.at(-1)?.to ?? 0 })),
    /** The numbers spoken of, page by page. */
    told: () =>
      pages.flatMap(({ from, to }) =>
        Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at),
      ),
  }
}

const upTo = (end: number) => Array.from({ length: end }, (_, at) => at + 1)

test(
  'whatever is posted and removed meanwhile, who reads back or follows is told of every number once',
  { timeout: 90_000 },
  async () => {
    await using club = await openClub({ config: { limitsFactor: 1_000_000 } })
    const mia = await club.member({ subscribedUntil: '2999-01-01T00:00:00Z' })
    const ben = await club.member({ subscribedUntil: '2999-01-01T00:00:00Z' })
    let steps = 0

    async function play(script: Step[][], start: number): Promise<void> {
      const room = await club.room()
      await club.join(mia, room)
      await club.join(ben, room)
      await club.db.run(sql`
      with kept as (
        insert into posts (id, room_id, number, user_id, text, created_at)
        select gen_random_uuid(), ${room.id}, n, ${mia.userId}, 'post ' || n, now()
        from generate_series(1, ${start}::integer) n returning 1)
      update rooms set last_number = (select count(*) from kept) where id = ${room.id}`)
      const readers = {
        back: openReader(club, mia, room.slug),
        forth: openReader(club, ben, room.slug),
      }
      const texts = new Map<number, string>()
      const turns = { back: Promise.resolve(), forth: Promise.resolve() }

      const acts: Record<Step, () => Promise<void>> = {
        async post() {
          const text = `said ${steps}`
          const body = { id: uuid(), text }
          const by = steps % 2 ? mia : ben
          const made = await club.call(by, createPost, { params: room, body })
          if (!made.ok) throw new Error(made.code)
          if (texts.has(made.answer.number))
            throw new Error(`${made.answer.number} was given twice`)
          texts.set(made.answer.number, text)
        },
        // one browser asks for one page after the other
        back: () => (turns.back = turns.back.then(readers.back.back)),
        forth: () => (turns.forth = turns.forth.then(readers.forth.forth)),
        async newest() {
          const glance = openReader(club, ben, room.slug)
          await glance.newest()
          const [{ posts, from, to, latest }] = glance.pages as [Page]
          expect(to).toBe(latest)
          expect(posts.every(({ number }) => number >= from && number <= to)).toBe(true)
        },
        async remove() {
          await club.db.run(sql`
          update posts set removed_at = now(), taken_back_by = user_id
          where room_id = ${room.id} and number = ${1 + (steps % (start + 1))}`)
        },
      }
      for (const group of script) {
        steps += group.length
        await Promise.all(group.map((step) => acts[step]()))
      }

      const end = start + texts.size
      expect([...texts.keys()].sort((one, other) => one - other)).toEqual(upTo(end).slice(start))
      const { back, forth } = readers
      do await back.back()
      while (back.pages.at(-1)!.from > 1)
      do await forth.forth()
      while (forth.pages.at(-1)!.to < end)
      const top = back.pages[0]!.to
      expect(back.told().sort((one, other) => one - other)).toEqual(upTo(top))
      expect(forth.told()).toEqual(upTo(end))

      for (const { pages } of [back, forth]) {
        const posts = pages.flatMap((page) => page.posts)
        expect(new Set(posts.map(({ id }) => id)).size).toBe(posts.length)
        for (const page of pages)
          expect(page.posts.map(({ number }) => number)).toEqual(
            page.posts
              .map(({ number }) => number)
              .filter((number) => number >= page.from && number <= page.to)
              .sort((one, other) => other - one),
          )
        for (const { number, text } of posts)
          if (number > start) expect(text).toBe(texts.get(number))
      }
      // a number without a post is one that was removed, and no other
      const removed = await club.db.rows<{ number: number }>(
        sql`select number from posts where room_id = ${room.id} and removed_at is not null`,
      )
      const gone = new Set(removed.map(({ number }) => number))
      const shown = new Set(forth.pages.flatMap((page) => page.posts.map(({ number }) => number)))
      expect(forth.told().filter((number) => !shown.has(number) && !gone.has(number))).toEqual([])
    }

    await fc.assert(
      fc.asyncProperty(scripts, fc.nat(130), (script, start) => play(script, start)),
      { numRuns: SCRIPTS, endOnFailure: true },
    )
    expect(steps).toBeGreaterThanOrEqual(SCRIPTS * 20)
  },
)
