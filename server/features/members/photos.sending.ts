import { isSentPhoto } from '#contract/members/ownPhotos.ts'
import type { App } from '#server/platform/context.ts'
import { perApp } from '#server/platform/database/events.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import { markCounted, secondsToSpace, spacingAttempts } from '#server/platform/limits/attempts.ts'
import { findPhotos } from './photos.queries.ts'

/** What a browser sends once, however often it has to; `id` is null where a page of before sends it. */
export type Sending = { userId: string; id: string | null }

const ACTION = 'photoSent'
/** As long as this a photo that was taken away is known by its sending. */
const REMEMBERED_SECONDS = 86_400

const identify = ({ userId, id }: Sending): string => `${userId} ${id}`

/** What came of a sending before: the photo, `taken_away` where it has gone since, or null. */
export async function findSent(
  app: Pick<App, 'now' | 'strongbox'>,
  on: Sql,
  sending: Sending,
): Promise<{ photoId: string; photos: string[] } | 'taken_away' | null> {
  const { userId, id } = sending
  if (id === null) return null
  const spaced = { identifier: identify(sending), seconds: REMEMBERED_SECONDS }
  // before the photos: what another process stores in between is then found, and not taken for removed
  const isKnown = (await secondsToSpace(app, on, ACTION, spaced)) !== null
  const photos = (await findPhotos(on, userId)) ?? []
  const photoId = photos.find((one) => isSentPhoto(one, id))
  if (photoId) return { photoId, photos }
  return isKnown ? 'taken_away' : null
}

/** In the transaction that lists the photo, which is known by that as long as it is there. */
export async function noteSent(
  app: Pick<App, 'now' | 'strongbox'>,
  on: Sql,
  sending: Sending,
): Promise<void> {
  if (sending.id === null) return
  const mark = await markCounted(app, identify(sending))
  const from = sql`(select ${mark}::bytea as identifier,
    ${app.now().toISOString()}::timestamptz as at, ${REMEMBERED_SECONDS}::int as seconds) one`
  await on.run(spacingAttempts(ACTION, from))
}

const inFlight = perApp<Pick<App, 'bus'>, Map<string, Promise<unknown>>>(() => new Map())

/** Does the work once whatever this process does of the same sending is over, so that nothing is decoded twice. */
export async function inTurn<T>(
  app: Pick<App, 'bus'>,
  sending: Sending,
  work: () => Promise<T>,
): Promise<T> {
  if (sending.id === null) return work()
  const [queues, key] = [inFlight(app), identify(sending)]
  for (let before = queues.get(key); before; before = queues.get(key)) await before.catch(() => {})
  const working = work().finally(() => queues.delete(key))
  queues.set(key, working)
  return working
}
