import { createPost, listPosts } from '#contract/posts.ts'
import { sql } from '#server/platform/database.ts'
import { uuid } from '#testing/random.ts'
import { openClub, type Club, type TestMember } from './club.ts'

type Body = { id?: string; text?: string; icebreakerId?: string | null; replyTo?: string | null }
export const lounge = { slug: 'lounge' }

/** A club with a room called lounge, guests in it, and something to say. */
export async function openLounge(options: Parameters<typeof openClub>[0] = {}) {
  const club = await openClub(options)
  const room = await club.room(lounge)
  return {
    club,
    room,

    guest: async (fields: Parameters<Club['member']>[0] = {}): Promise<TestMember> => {
      const member = await club.member(fields)
      await club.join(member, room)
      return member
    },

    post: (as: { cookie: string } | null, body: Body = {}, params = lounge, url = club.url) => {
      const whole = { id: uuid(), text: 'hello', ...body }
      return club.call(as, createPost, { params, body: whole }, { url })
    },

    list: (as: { cookie: string } | null, params = lounge) =>
      club.call(as, listPosts, { params, query: {} }),

    numbersIn: async (roomId: string): Promise<number[]> => {
      const rows = await club.db.rows<{ number: number }>(
        sql`select number from posts where room_id = ${roomId} order by number`,
      )
      return rows.map(({ number }) => number)
    },

    [Symbol.asyncDispose]: () => club[Symbol.asyncDispose](),
  }
}
