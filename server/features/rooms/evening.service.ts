import type { App } from '#server/platform/context.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import type { Evening } from '#server/platform/site/site.evening.ts'
import { icebreakerOfTheDay } from './icebreakers.service.ts'
import { countPosts, listPublicRooms } from './rooms.queries.ts'

/** So many of a room's newest posts are looked at; it is only ever said that there were more. */
const LOOKED_AT = 2_000

/** What the landing page tells of the evening to everybody: the question, the rooms, one sum. */
export async function readEvening(app: App): Promise<Evening> {
  const since = new Date(app.now().getTime() - 7 * DAY_MS)
  const [icebreaker, rooms, weeksPosts] = await Promise.all([
    icebreakerOfTheDay(app),
    listPublicRooms(app.db),
    countPosts(app.db, since, LOOKED_AT),
  ])
  return { question: icebreaker?.question ?? null, rooms, weeksPosts }
}
