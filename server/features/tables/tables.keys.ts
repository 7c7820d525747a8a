// Encrypts the messages of a table with a key of its own, which is wrapped with the key of the month.
import type { KeptKeys } from '#server/platform/vault/keptKeys.ts'
import type { App } from '#server/platform/context.ts'
import { perApp } from '#server/platform/database/events.ts'
import { putNewest } from '#server/platform/lists/newest.ts'
import {
  newKey,
  seal,
  unseal,
  type KeyRing,
  type WrappedKey,
} from '#server/platform/vault/keyring.ts'
import { isKeyMonthUsed, listTableKeys, updateTableKeys } from './tables.queries.ts'

/** What a message is: bound into its encryption, so that it opens nowhere else. */
type MessagePlace = { tableId: string; id: string }
/** A table as far as its words need it. */
export type Sealed = { tableId: string; key: WrappedKey }

const VERSION = 'table-message-1'
const bindingBytes = ({ tableId, id }: MessagePlace) =>
  Buffer.from(`${VERSION}|${tableId}|${id.toLowerCase()}`)

/** So many tables' keys are held ready: opening one asks the disk for the key of its month. */
const READY = 2_000

/** The keys of tables that are talked at, the ones used last. */
class TableKeys {
  #ring: KeyRing
  #ready = new Map<string, Promise<Buffer>>()

  constructor(ring: KeyRing) {
    this.#ring = ring
  }

  get({ tableId, key }: Sealed): Promise<Buffer> {
    const known = this.#ready.get(tableId) ?? this.#ring.unwrap(key)
    putNewest(this.#ready, [tableId, known], { most: READY })
    known.catch(() => this.#ready.delete(tableId))
    return known
  }
}

const keysOf = perApp((app: Pick<App, 'bus' | 'keys'>) => new TableKeys(app.keys))

type Keys = Pick<App, 'bus' | 'keys'>

/** A key of its own for a new table, as it is kept. */
export const newTableKey = ({ keys, now }: Pick<App, 'keys' | 'now'>): Promise<WrappedKey> =>
  keys.wrap(newKey(), now())

export async function sealText(app: Keys, table: Sealed, id: string, text: string) {
  const key = await keysOf(app).get(table)
  return seal(key, Buffer.from(text), bindingBytes({ tableId: table.tableId, id }))
}

/** Opens words of one table. Throws when its key is gone, or a bit was changed. */
export async function getOpener(
  app: Keys,
  table: Sealed,
): Promise<(id: string, sealed: Buffer) => string> {
  const key = await keysOf(app).get(table)
  return (id, sealed) =>
    unseal(key, sealed, bindingBytes({ tableId: table.tableId, id })).toString()
}

/** Tables' keys are wrapped with a month's key, as documents' are, and move on with it. */
export const tableKeys: KeptKeys = {
  isUsed: isKeyMonthUsed,
  async move({ keys, now }, tx, epoch, broken) {
    const found = await listTableKeys(tx, epoch, [...broken.keys()])
    const moved = []
    for (const { id, ...key } of found)
      try {
        moved.push({ id, ...(await keys.wrap(await keys.unwrap(key), now())) })
      } catch (error) {
        broken.set(id, error)
      }
    await updateTableKeys(tx, moved)
    return found.length
  },
}

/** What is in the copy of one's data of a message: what opens it, as the database gives it. */
export type SealedMessage = {
  id: string
  tableId: string
  epoch: string
  wrapped: string
  sealed: string
}

/** The words of a message; null where its author deleted it. */
export async function openStored(app: Keys, stored: SealedMessage | null): Promise<string | null> {
  if (!stored) return null
  const { id, tableId, epoch, wrapped, sealed } = stored
  const key = { epoch, wrapped: Buffer.from(wrapped, 'base64') }
  return (await getOpener(app, { tableId, key }))(id, Buffer.from(sealed, 'base64'))
}
