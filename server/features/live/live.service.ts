import type * as contract from '#contract/live.ts'
import { turnSuspensions } from '#server/features/members/suspensions.service.ts'
import { rosterOf } from '#server/features/rooms/presence/presence.service.ts'
import type { App } from '#server/platform/context.ts'
import { onePerHub } from '#server/platform/database/events.ts'
import type { Follower } from '#server/platform/http/route.ts'
import { Audience } from './live.audience.ts'

const CLOCK_MS = 500

const audienceOf = onePerHub(
  (app: Pick<App, 'config' | 'db' | 'hub' | 'log' | 'now'>) => new Audience(app),
)

export const followClub: Follower<typeof contract.followClub> = (ctx, { query }, out) =>
  audienceOf(ctx).add(ctx.viewer, query, out)

/** Connects what the processes tell each other with the streams open here. Returns how to stop. */
export function followLive(app: App): () => void {
  const { hub } = app
  const audience = audienceOf(app)
  const roster = rosterOf(app)
  const stops = [
    hub.on('post', ({ roomId, number }) => audience.announce(roomId, number)),
    hub.on('posts_changed', ({ roomId }) => audience.postsChanged(roomId)),
    hub.on('member_changed', ({ userId }) => audience.memberChanged(userId)),
    hub.on('submissions_changed', () => audience.submissionsChanged()),
    hub.on('sight_changed', () => audience.sightChanged()),
    hub.on('bell_changed', ({ userId }) => void audience.bellChanged(userId)),
    hub.on('reports_changed', () => audience.reportsChanged()),
    hub.on('sessions_ended', ({ sessionIds }) => audience.sessionsEnded(sessionIds)),
    hub.on('read', ({ marks }) => audience.hasRead(marks)),
    hub.on('line_moved', ({ line, userId, rooms }) => roster.moveLine(line, userId, rooms)),
    hub.on('room_changed', () => void audience.catchUp()),
    hub.onAgain(() => void audience.startAnew()),
  ]
  const clock = setInterval(() => {
    audience.checkClock()
    void turnSuspensions(app)
    roster.turn()
  }, CLOCK_MS).unref()
  return () => {
    clearInterval(clock)
    roster.stop()
    for (const stop of stops) stop()
  }
}
