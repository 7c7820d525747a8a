import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/context.ts'
import { epochOf } from '#server/platform/keyring.ts'
import {
  isDestructionOnRecord,
  isMonthUsed,
  listKeys,
  lockMonths,
  updateKeys,
} from './months.queries.ts'

/**
 * Wraps the keys of what is still kept with this month's key and destroys the keys of the months
 * before: from then on no copy of disk and database, however old, opens what was shredded. Every
 * step may be repeated, by any process, after any crash.
 */
export async function turnMonth(app: App): Promise<void> {
  const current = epochOf(app.now())
  for (const epoch of await app.keys.epochs())
    if (epoch < current && (await moveKeys(app, epoch))) await destroyMonth(app, epoch)
}

/** Whether all could be moved. One that cannot be opened keeps its month: nothing is lost by mistake. */
async function moveKeys({ db, vault, now, log }: App, epoch: string): Promise<boolean> {
  const broken: string[] = []
  let isMore = true
  while (isMore)
    isMore = await db.begin(async (tx) => {
      await lockMonths(tx)
      const keys = await listKeys(tx, epoch, broken)
      const moved = await Promise.all(
        keys.map(({ fileId, ...key }) =>
          vault.rewrap(key, now()).then(
            (rewrapped) => ({ fileId, ...rewrapped }),
            (error: unknown) => {
              broken.push(fileId)
              log.error({ err: error, fileId, epoch }, 'a document key cannot be opened')
              return null
            },
          ),
        ),
      )
      await updateKeys(
        tx,
        moved.filter((key) => key !== null),
      )
      return keys.length > 0
    })
  return broken.length === 0
}

/** On record before it is done: a crash in between leaves a key to destroy, never one gone unsaid. */
async function destroyMonth({ db, keys, now }: App, epoch: string): Promise<void> {
  await db.begin(async (tx) => {
    await lockMonths(tx)
    if ((await isMonthUsed(tx, epoch)) || (await isDestructionOnRecord(tx, epoch))) return
    await audit(tx, { at: now(), actorId: null, action: 'key_destroyed', details: { epoch } })
  })
  await db.begin(async (tx) => {
    await lockMonths(tx)
    if (!(await isMonthUsed(tx, epoch))) await keys.destroy(epoch)
  })
}
