// Turns the lasting key while every server is stopped; a turn that was cut short is ended by the next run.
import { keyPath } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { readPushKey } from '#server/features/notifications/push/push.keys.ts'
import { notePushKey } from '#server/features/notifications/push/push.queries.ts'
import { sql, type Database, type Sql } from '#server/platform/database/database.ts'
import { audit } from '#server/platform/limits/audit.ts'
import { SetupError } from '#server/platform/process/setupError.ts'
import { noteLastingKey, refuseOtherKeys } from '#server/platform/vault/installation.ts'
import { readKey } from '#server/platform/vault/keyring.ts'
import {
  endTurn,
  giveUpTurn,
  listOlderKeys,
  replaceLastingKey,
  setAside,
  type OlderKey,
} from '#server/platform/vault/lastingKey.ts'
import { resealAll } from '#server/platform/vault/resealing.ts'
import { openStrongbox } from '#server/platform/vault/strongbox.ts'
import { withoutServers } from './withoutServers.ts'

type Club = { config: Config; db: Database; url: string; now: () => Date }

/**
 * Makes a new lasting key and seals with it what the old one sealed. Cut short anywhere it leaves a
 * club that reads everything, and goes on from there the next time. Answers what happened, in words.
 */
export const turnLastingKey = (club: Club): Promise<string> =>
  withoutServers(club.url, () => turn(club))

async function turn({ config, db, now }: Club): Promise<string> {
  const path = keyPath(config)
  await refuseOtherKeys(db, { keyPath: path })
  const begun = (await cutShort(path)) ?? (await begin({ db, keyPath: path, now: now() }))
  const { moved, broken } = await resealAll({ db, strongbox: openStrongbox(path) })
  const turnedAt = begun.turnedAt.toISOString()
  await db.transaction(async (tx) => {
    if (!(await isOnRecord(tx, turnedAt)))
      await audit(tx, {
        at: now(),
        actorId: null,
        action: 'lasting_key_turned',
        details: { turnedAt },
      })
    // as long as the old one is being turned a club that has either fits
    await noteLastingKey(tx, path)
  })
  await endTurn(begun)
  return [
    `The lasting key is a new one; ${moved} sealed things were sealed with it.`,
    ...(broken > 0 ? [`${broken} open with no key, neither before nor now, and were left.`] : []),
    'Browsers that are told by push subscribe anew at their next visit. Back up the keys and everything else now, then start the server.',
  ].join('\n')
}

/** A turn that was begun and not ended; null also where the new key was not made yet. */
async function cutShort(keyPath: string): Promise<OlderKey | null> {
  const present = await readKey(`${keyPath}.lasting`)
  let begun: OlderKey | null = null
  for (const key of await listOlderKeys(keyPath))
    if (key.isTurning && present?.equals(key.bytes)) await giveUpTurn(key)
    else if (key.isTurning) begun = key
  return begun
}

type Beginning = { db: Database; keyPath: string; now: Date }

async function begin({ db, keyPath, now }: Beginning): Promise<OlderKey> {
  if (!(await readKey(`${keyPath}.lasting`)))
    throw new SetupError(
      `There is no key ${keyPath}.lasting to turn; is KEK_FILE what the server has?`,
    )
  const strongbox = openStrongbox(keyPath)
  const { found, broken } = await resealAll({ db, strongbox }, { isTrial: true })
  if (found > 0 && broken === found)
    throw new SetupError(
      `${keyPath}.lasting opens nothing of what this club sealed; is KEK_FILE what the server has?`,
    )
  // who subscribed for which key must be known before there are two
  await notePushKey(db, (await readPushKey({ strongbox })).publicKey)
  await setAside(keyPath, now)
  await replaceLastingKey(keyPath)
  const begun = await cutShort(keyPath)
  if (!begun) throw new Error('the key that was set aside is gone')
  return begun
}

async function isOnRecord(on: Sql, turnedAt: string): Promise<boolean> {
  const row = await on.row(sql`
    select from audit where action = 'lasting_key_turned'
      and details ->> 'turnedAt' = ${turnedAt} limit 1`)
  return row !== undefined
}
