// The tables of the demo's member: what was said there, and who waits to sit down.
import { randomUUID } from 'node:crypto'
import { openVault } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { ring } from '#server/features/notifications/notifications.ts'
import { newTableKey, sealText } from '#server/features/tables/tables.keys.ts'
import { insertSeat, insertTable, openTable } from '#server/features/tables/tables.queries.ts'
import type { App } from '#server/platform/context.ts'
import type { Database, Sql } from '#server/platform/database/database.ts'
import { EventBus } from '#server/platform/database/events.ts'
import { holdMonths } from '#server/platform/vault/keptKeys.ts'
import { demoMembers, guide } from './demo.members.ts'
import { readScript, type DemoLine } from './demo.script.ts'
import { insertDemoMessages, insertDemoWave, lockTables } from './demo.tables.queries.ts'
import { subtractMinutes, timeLines } from './demo.times.ts'

/** Who sat down and waits for the one who can be signed in as, and since how many minutes. */
const WAITS = { username: 'Kaspar', minutes: 25 }

type Line = DemoLine & { at: Date }
type Filling = { app: Pick<App, 'bus' | 'keys' | 'now'>; tx: Sql; guideId: string }

/**
 * Adds the tables of the one demo member who can be signed in as, with sealed words as at any other, and
 * somebody who waits for them at one; once. Answers how many there are.
 */
export async function addTables(config: Config, db: Database, now: Date): Promise<number> {
  const app = { bus: new EventBus(), keys: openVault(config).keys, now: () => now }
  await app.keys.prepare(now)
  return db.transaction(async (tx) => {
    await holdMonths(tx)
    const { ids, tables } = await lockTables(tx, guide.email)
    const guideId = ids.get(guide.email)
    if (tables > 0 || !guideId) return tables
    const filling = { app, tx, guideId }
    const idOf = (username: string) =>
      ids.get(demoMembers.find((member) => member.username === username)?.email ?? '')
    let added = 0
    for (const [username, lines] of listTalks(now)) {
      const otherId = idOf(username)
      if (otherId && (await addTalk(filling, otherId, lines))) added += 1
    }
    const waiting = idOf(WAITS.username)
    const since = subtractMinutes(now, WAITS.minutes)
    if (waiting && (await addWaiting(filling, waiting, since))) added += 1
    return added
  })
}

/** What was said at tables by now, by the members who sit there with the demo account for signing in. */
function listTalks(now: Date): Map<string, Line[]> {
  const talks = new Map<string, Line[]>()
  for (const scene of readScript('tables')) {
    const other = scene.lines.find(({ username }) => username !== guide.username)!.username
    const lines = timeLines(scene, now).filter(({ at }) => at <= now)
    talks.set(other, [...(talks.get(other) ?? []), ...lines])
  }
  return talks
}

/** Has two wave at each other, and the first of them sit down; null where one had written nothing to wave at. */
async function beginTable({ app, tx, guideId }: Filling, otherId: string, at: Date) {
  const waved = [
    await insertDemoWave(tx, {
      userId: otherId,
      authorId: guideId,
      at: subtractMinutes(at, 20),
    }),
    await insertDemoWave(tx, {
      userId: guideId,
      authorId: otherId,
      at: subtractMinutes(at, 15),
    }),
  ]
  if (waved.includes(false)) return null
  const key = await newTableKey(app)
  const id = randomUUID()
  await insertTable(tx, { id, userId: otherId, otherId: guideId, at, ...key })
  await insertSeat(tx, id, otherId, at)
  return { id, key }
}

async function addTalk(filling: Filling, otherId: string, lines: Line[]): Promise<boolean> {
  const { app, tx, guideId } = filling
  const [first] = lines
  if (!first) return false
  const table = await beginTable(filling, otherId, subtractMinutes(first.at, 9))
  if (!table) return false
  const opened = subtractMinutes(first.at, 4)
  await insertSeat(tx, table.id, guideId, opened)
  await openTable(tx, table.id, opened)

  const messages = await Promise.all(
    lines.map(async ({ username, text, at }, index) => {
      const id = randomUUID()
      return {
        id,
        number: index + 1,
        userId: username === guide.username ? guideId : otherId,
        sealed: await sealText(app, { tableId: table.id, key: table.key }, id, text),
        createdAt: at,
      }
    }),
  )
  // the author has read what stood there; the other's newest messages are new
  const last = messages.findLast(({ userId }) => userId === guideId)?.number ?? 0
  await insertDemoMessages(tx, table.id, messages, [
    { userId: guideId, number: last },
    { userId: otherId, number: messages.length },
  ])
  return true
}

async function addWaiting(filling: Filling, otherId: string, at: Date): Promise<boolean> {
  const { tx, guideId } = filling
  if (!(await beginTable(filling, otherId, at))) return false
  await ring(tx, { kind: 'table_asked', userId: guideId, actorId: otherId, at })
  return true
}
