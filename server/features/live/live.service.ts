import type * as contract from '#contract/live.ts'
import { turnSuspensions } from '#server/features/members/members.ts'
import { getRoster } from '#server/features/rooms/rooms.ts'
import type { App } from '#server/platform/context.ts'
import { perApp } from '#server/platform/database/events.ts'
import type { Follower } from '#server/platform/http/route.ts'
import { Audience } from './live.audience.ts'

const CLOCK_MS = 500
/** While no events arrive, news is polled for after so long, and then after twice as long each time. */
const SILENT_MS = { first: 10_000, most: 300_000 }

const audienceOf = perApp(
  (app: Pick<App, 'build' | 'config' | 'db' | 'bus' | 'keys' | 'log' | 'now'>) => new Audience(app),
)

export const followClub: Follower<typeof contract.followClub> = (ctx, { query }, out) =>
  audienceOf(ctx).add(ctx.viewer, query, out)

/** Connects what the processes tell each other with the streams open here. Returns how to stop. */
export function followLive(app: App): () => void {
  const { bus, db } = app
  const audience = audienceOf(app)
  const roster = getRoster(app)
  const stops = [
    bus.on('post', ({ roomId, number }) => audience.announce(roomId, number)),
    bus.on('posts_changed', ({ roomId }) => audience.postsChanged(roomId)),
    bus.on('message', ({ tableId, number }) => audience.announceMessage(tableId, number)),
    bus.on('table_changed', ({ tableId }) => audience.tableChanged(tableId)),
    bus.on('other_changed', ({ userId }) => audience.otherChanged(userId)),
    bus.on('table_read', ({ userId, tableId, number }) =>
      audience.tableRead(userId, tableId, number),
    ),
    bus.on('table_writing', ({ userId, tableId }) => audience.tableWriting(userId, tableId)),
    bus.on('member_changed', ({ userId }) => audience.memberChanged(userId)),
    bus.on('submissions_changed', () => audience.submissionsChanged()),
    bus.on('sight_changed', () => audience.sightChanged()),
    bus.on('bell_changed', ({ userId }) => void audience.bellChanged(userId)),
    bus.on('reports_changed', () => void audience.reportsChanged()),
    bus.on('sessions_ended', ({ sessionIds }) => audience.sessionsEnded(sessionIds)),
    bus.on('read', ({ marks }) => audience.hasRead(marks)),
    bus.on('line_moved', ({ line, userId, rooms }) => roster.moveLine(line, userId, rooms)),
    bus.on('room_changed', () => void audience.catchUp()),
    bus.onReconnect(() => void audience.startAnew()),
  ]
  let lookedAt = 0
  let pauseMs = SILENT_MS.first
  const lookAround = async () => {
    const now = performance.now()
    if (bus.silentMs === 0) pauseMs = SILENT_MS.first
    if (Math.min(bus.silentMs, now - lookedAt) < pauseMs) return
    lookedAt = now
    // everybody asks for everything again
    pauseMs = Math.min(2 * pauseMs, SILENT_MS.most)
    const current = await db.askGeneration().catch(() => null)
    // a database that is away, or another one, ends no stream
    if (current !== null && current === bus.generation) await audience.startAnew()
  }
  const clock = setInterval(() => {
    audience.checkClock()
    void lookAround()
    void turnSuspensions(app)
    roster.turn()
  }, CLOCK_MS).unref()
  return () => {
    clearInterval(clock)
    roster.stop()
    for (const stop of stops) stop()
  }
}
