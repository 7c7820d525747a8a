import { randomUUID } from 'node:crypto'
import type { RequestKind } from '#contract/privacy/dataRequests.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { allocateReference } from '#server/platform/lists/numbers.ts'
import { requestDueDate, MONTHS } from './requests.policy.ts'
import { insertRequest, type NewRequest } from './requests.queries.ts'

/** Writes a request down under a number of its own; answers false when its id is taken. */
export async function noteRequest(
  { now }: Pick<App, 'now'>,
  on: Sql,
  request: Omit<NewRequest, 'number' | 'dueAt'>,
  isTaken: () => Promise<boolean>,
): Promise<boolean> {
  const dueAt = requestDueDate(request.receivedAt, MONTHS.given)
  const outcome = await allocateReference('DS', now(), async (number) => {
    if (await insertRequest(on, { ...request, number, dueAt })) return 'noted'
    return (await isTaken()) && 'taken'
  })
  return outcome === 'noted'
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
