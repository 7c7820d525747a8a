import fc, { tries } from '#testing/property.ts'
import { expect, test } from 'vitest'
import { createPost } from '#contract/posts/posts.ts'
import { editPost } from '#contract/posts/ownPosts.ts'
import { getMember, saveProfile } from '#contract/members/profiles.ts'
import { blockMember, unblockMember } from '#contract/members/blocks.ts'
import { hidePost } from '#contract/members/hiding.ts'
import { wave } from '#contract/posts/waves.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { everythingSeen, type Seeing } from '#testing/authorisation/seeing.ts'
import type { FollowedStream } from '#testing/fixtures/follow.ts'
import { letters, uuid } from '#testing/random.ts'
import { until } from '#testing/until.ts'
import { suspendMember } from '#testing/moderation/suspending.ts'
import { isTold, post } from '#testing/fixtures/listening.ts'

// Three members in one room do what they like, and the desk suspends some. The model knows two things:
// who has blocked whom, and who is suspended.

const who = fc.nat({ max: 2 })
const acts = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('post' as const), by: who }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('block' as const), by: who, whom: who }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('unblock' as const), by: who, whom: who }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), by: who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('hide' as const), by: who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('look' as const), by: who, whom: who }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('reply' as const), by: who, whom: who }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('name' as const), by: who, whom: who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wave' as const), by: who, whom: who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('edit' as const), by: who, whom: who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('suspend' as const), by: who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), by: who }) },
)
type Act = typeof acts extends fc.Arbitrary<infer A> ? A & { whom?: number } : never
/** Every text has it, so that it can be looked for. */
const SAID = 'lamplight'

/** A second room of theirs, in which somebody is whom nobody blocks. */
type NextDoor = { room: { slug: string }; stranger: TestMember }

class Evening {
  #club: Club
  #slug: string
  members: TestMember[]
  streams: FollowedStream[]
  /** Every id and name each of them ever had, and what they wrote. */
  traces: Set<string>[]
  #names: string[]
  #blocks = new Set<string>()
  #suspended = new Set<number>()
  #hidden = new Set<string>()
  #posts: { id: string; by: number; hour: number }[] = []
  #hour = 0
  #latest = 0
  #nextDoor: NextDoor

  constructor(
    club: Club,
    slugs: { here: string; nextDoor: NextDoor },
    members: TestMember[],
    streams: FollowedStream[],
  ) {
    this.#club = club
    this.#slug = slugs.here
    this.#nextDoor = slugs.nextDoor
    this.members = members
    this.streams = streams
    this.#names = members.map(({ username }) => username)
    this.traces = members.map(({ userId, username }) => new Set([userId, username]))
  }

  areBlocked = (one: number, other: number) =>
    this.#blocks.has(`${one}${other}`) || this.#blocks.has(`${other}${one}`)

  /** Whether one reads nothing of the other at this moment. */
  isUnseen = (one: number, other: number) =>
    one !== other && (this.#suspended.has(other) || this.areBlocked(one, other))

  isSuspended = (index: number) => this.#suspended.has(index)

  /** Until the clock says so, which `wait` does for all of them. */
  async #suspend(by: number): Promise<void> {
    await suspendMember(this.#club, this.members[by]!)
    this.#suspended.add(by)
    await this.streams[by]!.closed
  }

  async #wait(): Promise<void> {
    this.#club.clock.advance({ hours: 1, seconds: 1 })
    this.#hour += 1
    for (const index of this.#suspended) {
      this.streams[index] = await this.#club.follow(this.members[index]!)
      await this.streams[index]!.next('ready')
    }
    this.#suspended.clear()
  }

  async act({ kind, by, whom = by }: Act): Promise<void> {
    if (kind === 'wait') return this.#wait()
    if (this.#suspended.has(by)) return
    if (kind === 'suspend') return this.#suspend(by)
    const member = this.members[by]!
    const other = { params: { memberId: this.members[whom]!.userId } }
    const theirs = this.#posts.findLast((post) => post.by === whom)
    // an invisible member cannot be spoken to; the name in the viewer's own posts is their own doing
    const isOut = this.isUnseen(by, whom)
    if (kind === 'post') await this.#say(by)
    else if (kind === 'name') {
      if (!isOut) await this.#say(by, ` @${this.#names[whom]}`)
    } else if (kind === 'reply') {
      const third = 3 - by - whom
      const names = by !== whom && !this.isUnseen(by, third) ? ` @${this.#names[third]}` : ''
      // nobody answers what they put away
      if (!isOut && theirs && !this.#hidden.has(`${by}${theirs.id}`))
        await this.#say(by, names, theirs.id)
    } else if (kind === 'wave') {
      if (!isOut && theirs && by !== whom) {
        const params = { postId: theirs.id }
        expect(await this.#club.call(member, wave, { params })).toHaveProperty('ok')
      }
    } else if (kind === 'edit') {
      // what was said before the clock was turned is too old
      const own = this.#posts.findLast((post) => post.by === by && post.hour === this.#hour)
      if (isOut || !own) return
      const params = { slug: this.#slug, postId: own.id }
      const body = { text: this.#text(by, ` @${this.#names[whom]}`) }
      expect(await this.#club.call(member, editPost, { params, body })).toMatchObject({ ok: true })
    } else if (kind === 'rename') {
      const username = `name${letters(16)}`
      const body = { username, city: null, bio: null }
      expect(await this.#club.call(member, saveProfile, { body })).toMatchObject({ ok: true })
      this.traces[by]!.add(username)
      this.#names[by] = username
    } else if (kind === 'hide') {
      const postId = this.#posts.at(-1)?.id ?? uuid()
      await this.#club.call(member, hidePost, { params: { postId } })
      this.#hidden.add(`${by}${postId}`)
    } else if (kind === 'look') {
      const seen = await this.#club.call(member, getMember, other)
      expect(seen.ok).toBe(!isOut)
    } else if (by !== whom) {
      // what comes after the answer is what the rule speaks of
      const call = kind === 'block' ? blockMember : unblockMember
      expect(await this.#club.call(member, call, other)).toMatchObject({ ok: true })
      if (kind === 'block') this.#blocks.add(`${by}${whom}`)
      else this.#blocks.delete(`${by}${whom}`)
    }
  }

  /** Each stream was told of all that was said, and of what a stranger says next door after it. */
  async everythingIsTold(): Promise<void> {
    const { room, stranger } = this.#nextDoor
    await this.#club.app.bus.flush()
    const { number } = await post(this.#club, stranger, room)
    const said = [
      { room: room.slug, number },
      { room: this.#slug, number: this.#latest },
    ]
    const open = this.streams.filter((_, index) => !this.isSuspended(index))
    await until(() => open.every(({ events }) => said.every((one) => isTold(events, one))))
  }

  #text(by: number, more = ''): string {
    const word = `word${letters(16)}`
    this.traces[by]!.add(word)
    return `${SAID} ${word}${more}`
  }

  async #say(by: number, more = '', replyTo: string | null = null): Promise<void> {
    const id = uuid()
    const params = { slug: this.#slug }
    const body = { id, text: this.#text(by, more), replyTo }
    const posted = await this.#club.call(this.members[by]!, createPost, { params, body })
    if (!posted.ok) throw new Error(posted.code)
    this.#latest = posted.answer.number
    this.traces[by]!.add(id)
    this.#posts.push({ id, by, hour: this.#hour })
  }

  /** Everything anybody is told names nobody they see nothing of. */
  async check(heardBefore: ReadonlyMap<FollowedStream, number>): Promise<void> {
    for (const [index, member] of this.members.entries()) {
      if (this.isSuspended(index)) continue
      const seeing: Seeing = { club: this.#club, who: member, slug: this.#slug, said: SAID }
      const told = [
        await everythingSeen(seeing, this.members),
        JSON.stringify(this.streams[index]!.events.slice(heardBefore.get(this.streams[index]!))),
      ].join('\n')
      for (const [other, traces] of this.traces.entries())
        if (this.isUnseen(index, other))
          for (const trace of traces)
            expect(told, `${index} is told of ${other}`).not.toContain(trace)
    }
  }
}

test(
  'whatever three members do, nothing sent to one names another they are blocked with, or who is suspended',
  { timeout: 240_000 },
  async () => {
    await using club = await openClub({ config: { limitsFactor: 1_000_000 } })
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: 4, maxLength: 14 }), async (done) => {
        const room = await club.room()
        const members = [await club.member(), await club.member(), await club.member()]
        const nextDoor = { room: await club.room(), stranger: await club.member() }
        for (const member of members) await club.join(member, room)
        for (const member of [...members, nextDoor.stranger]) await club.join(member, nextDoor.room)
        const streams = await Promise.all(members.map((member) => club.follow(member)))
        for (const stream of streams) await stream.next('ready')
        const evening = new Evening(club, { here: room.slug, nextDoor }, members, streams)
        for (const act of done) {
          const heardBefore = new Map(evening.streams.map((one) => [one, one.events.length]))
          // what was heard while an unblocked pair may still be answered belongs to before
          await evening.act(act)
          await evening.everythingIsTold()
          if (act.kind === 'unblock') continue
          await evening.check(heardBefore)
        }
        for (const stream of evening.streams) stream.close()
      }),
      { numRuns: tries(20, 10) },
    )
  },
)
