import fc, { tries } from '#testing/property.ts'
import { expect, test } from 'vitest'
import type { LiveEvent } from '#contract/live.ts'
import { createPost, listPosts, type Post } from '#contract/posts/posts.ts'
import { enterRoom, leaveRoom } from '#contract/rooms/rooms.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import type { FollowedStream } from '#testing/fixtures/follow.ts'
import { uuid } from '#testing/random.ts'

type Query = { before?: number; after?: number }

/** The least a browser must do with the stream: keep what comes in order, ask for what is missing. */
class Screen {
  posts = new Map<number, Post | null>()
  latest: number | null = null
  #live: FollowedStream | undefined
  #handled = 0
  #club: Club
  #member: TestMember
  #slug: string
  #url: string

  constructor(club: Club, member: TestMember, slug: string, url: string) {
    this.#club = club
    this.#member = member
    this.#slug = slug
    this.#url = url
  }

  async read(query: Query) {
    return this.#club.call(
      this.#member,
      listPosts,
      { params: { slug: this.#slug }, query },
      { url: this.#url },
    )
  }

  close() {
    this.#live?.close()
    this.#live = undefined
  }

  /** Handles what the stream has said so far, opening it first when there is none. */
  async settle() {
    if (!this.#live) {
      this.#live = await this.#club.follow(this.#member, this.#url)
      this.#handled = 0
      await expect.poll(() => this.#live!.events.length).toBeGreaterThan(0)
    }
    while (this.#handled < this.#live.events.length)
      await this.#handle(this.#live.events[this.#handled++]!)
  }

  async #handle(event: LiveEvent) {
    if (event.type === 'ready') {
      const room = event.rooms.find(({ slug }) => slug === this.#slug)
      if (!room) this.#forget()
      else if (this.latest === null) await this.#ask({})
      else
        while (this.latest !== null && this.latest < room.latest)
          await this.#ask({ after: this.latest })
    }
    if (event.type !== 'post' || this.latest === null || event.number <= this.latest) return
    if (event.number > this.latest + 1) return this.#ask({ after: this.latest })
    this.posts.set(event.number, event.post)
    this.latest = event.number
  }

  async #ask(query: Query) {
    const page = await this.read(query)
    if (!page.ok) return this.#forget()
    const { posts, from, to } = page.answer
    for (let number = from; number <= to; number += 1) this.posts.set(number, null)
    for (const post of posts) this.posts.set(post.number, post)
    this.latest = to
  }

  #forget() {
    this.posts.clear()
    this.latest = null
  }
}

const ACTIONS = [
  'post here',
  'post there',
  'burst',
  'look',
  'close',
  'leave',
  'enter',
  'deafen',
] as const

test('what a screen was told and what it asked for is what a fresh load shows', async () => {
  await using club = await openClub({ config: { limitsFactor: 10_000 } })
  const second = await club.secondServer()
  const [mia, tom] = [
    await club.member({ subscribedUntil: '2999-01-01' }),
    await club.member({ subscribedUntil: '2999-01-01' }),
  ]
  const actions = fc.array(fc.constantFrom(...ACTIONS), { minLength: 4, maxLength: 20 })

  await fc.assert(
    fc.asyncProperty(actions, async (script) => {
      const room = await club.room()
      await club.join(tom, room)
      await club.join(mia, room)
      const params = { slug: room.slug }
      const post = (url: string) =>
        club.call(tom, createPost, { params, body: { id: uuid(), text: 'x' } }, { url })
      const screen = new Screen(club, mia, room.slug, second.url)
      await screen.settle()

      for (const action of script) {
        if (action === 'post here') await post(club.url)
        if (action === 'post there') await post(second.url)
        if (action === 'burst')
          await Promise.all(
            Array.from({ length: 30 }, (_, n) => post(n % 2 ? club.url : second.url)),
          )
        if (action === 'look') await screen.settle()
        if (action === 'close') screen.close()
        if (action === 'leave') await club.call(mia, leaveRoom, { params })
        if (action === 'enter') await club.call(mia, enterRoom, { params })
        if (action === 'deafen')
          await club.db.run(sql`
            select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'club listening' and datname = current_database()`)
      }
      await club.call(mia, enterRoom, { params })
      await post(club.url)
      // another process knows of it when it has heard the notice
      await second.app.bus.flush()

      const fresh = await screen.read({})
      if (!fresh.ok) throw new Error(fresh.code)
      const { latest, from, posts } = fresh.answer
      await expect
        .poll(() => screen.settle().then(() => screen.latest), { interval: 20 })
        .toBe(latest)
      const shown = [...screen.posts].filter(([number]) => number >= from)
      expect(shown.map(([number]) => number)).toEqual(
        Array.from({ length: shown.length }, (_, n) => latest - shown.length + 1 + n),
      )
      expect(shown.map(([, one]) => one).toReversed()).toEqual(posts.slice(0, shown.length))
      screen.close()
    }),
    { numRuns: tries(15) },
  )
}, 120_000)
