// Moves keys still needed to this month's key and destroys older months': what was shredded opens nowhere.
import { audit } from '#server/platform/limits/audit.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { lockMonths, type KeptKeys } from '#server/platform/vault/keptKeys.ts'
import { keyMonth } from '#server/platform/vault/keyring.ts'
import { isDestructionOnRecord, isMonthUsed, listKeys, updateKeys } from './months.queries.ts'

/**
 * Wraps the keys of what is still kept with this month's key, and destroys the keys of the months before: from then on
 * no copy of disk and database, however old, opens what was shredded. A key is destroyed only by a run that finds
 * nothing to wrap, an hour later as a rule: where a failover lost what the run before had written, it is found again, and opens.
 * Every step may be repeated, by any process, after any crash.
 */
export async function turnMonth(app: App, others: readonly KeptKeys[] = []): Promise<void> {
  const current = keyMonth(app.now())
  for (const epoch of await app.keys.epochs()) {
    if (epoch >= current) continue
    if (await isUsed(app.db, epoch, others)) await moveMonth(app, epoch, others)
    else await destroyMonth(app, epoch, others)
  }
}

async function isUsed(on: Sql, epoch: string, others: readonly KeptKeys[]): Promise<boolean> {
  for (const otherKeys of others) if (await otherKeys.isUsed(on, epoch)) return true
  return isMonthUsed(on, epoch)
}

/** What cannot be opened stays, and its month with it: nothing is lost by mistake. */
async function moveMonth(app: App, epoch: string, others: readonly KeptKeys[]): Promise<void> {
  await app.keys.prepare(app.now())
  await moveKeys(app, epoch)
  for (const otherKeys of others) await moveOthers(app, epoch, otherKeys)
}

async function moveOthers(app: App, epoch: string, otherKeys: KeptKeys): Promise<void> {
  const broken = new Map<string, unknown>()
  const some = () =>
    app.db.transaction(async (tx) => {
      await lockMonths(tx)
      return otherKeys.move(app, tx, epoch, broken)
    })
  while ((await some()) > 0);
  for (const [id, error] of broken)
    app.log.error({ err: error, id, epoch }, 'a key cannot be opened')
}

async function moveKeys({ db, vault, now, log }: App, epoch: string): Promise<void> {
  const broken: string[] = []
  let isMore = true
  while (isMore)
    isMore = await db.transaction(async (tx) => {
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
}

/** On record before it is done: a crash in between leaves a key to destroy, never one gone unsaid. */
async function destroyMonth(
  { db, keys, now }: App,
  epoch: string,
  others: readonly KeptKeys[],
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockMonths(tx)
    if ((await isUsed(tx, epoch, others)) || (await isDestructionOnRecord(tx, epoch))) return
    await audit(tx, { at: now(), actorId: null, action: 'key_destroyed', details: { epoch } })
  })
  await db.transaction(async (tx) => {
    await lockMonths(tx)
    if (!(await isUsed(tx, epoch, others))) await keys.destroy(epoch)
  })
}
