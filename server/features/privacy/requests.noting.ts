import { randomUUID } from 'node:crypto'
import type { RequestKind } from '#contract/requests.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database.ts'
import { drawNumber, dueAfter, MONTHS } from './requests.policy.ts'
import { insertRequest, type NewRequest } from './requests.queries.ts'

/** More numbers drawn in vain than this, and something else is wrong. */
const DRAWS = 50

/** Writes a request down under a number of its own; answers false when its id is taken. */
export async function noteRequest(
  { now }: Pick<App, 'now'>,
  on: Sql,
  request: Omit<NewRequest, 'number' | 'dueAt'>,
  isTaken: () => Promise<boolean>,
): Promise<boolean> {
  const dueAt = dueAfter(request.receivedAt, MONTHS.given)
  for (let draws = 0; draws < DRAWS; draws += 1) {
    if (await insertRequest(on, { ...request, number: drawNumber(now()), dueAt })) return true
    if (await isTaken()) return false
  }
  throw new Error('no number is left to draw')
}

/** One the club answered by itself: it is on record like any other (control G-11). */
export async function noteAnsweredRequest(
  app: Pick<App, 'now'>,
  on: Sql,
  { userId, kind, receivedAt }: { userId: string; kind: RequestKind; receivedAt: Date },
): Promise<void> {
  const request = { id: randomUUID(), userId, kind, text: null, receivedAt, closedAt: app.now() }
  await noteRequest(app, on, request, async () => false)
}
