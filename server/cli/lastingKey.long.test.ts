import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { forgetOlderKeys } from '#server/features/accounts/bans/olderKeys.service.ts'
import { raw, sql } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/process/log.ts'
import { openStill } from '#testing/club/still.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { backUp } from './backup/backup.ts'
import { backUpKeys } from './backup/keys.ts'

const CLUB = fileURLToPath(new URL('club.ts', import.meta.url))

test.each(['push_subscriptions', 'totp_secrets', 'evidence', 'taken_away'])(
  'a command that is killed while it waits for %s leaves all readable, and the next one ends it',
  async (table) => {
    await using still = await openStill()
    const { place, db, isSound, isAnew, keyFiles } = still
    const run = () => {
      const child = spawn(process.execPath, [CLUB, 'turn-lasting-key'], {
        env: {
          PATH: process.env['PATH'] ?? '',
          DATA_DIR: place.dataDir,
          DATABASE_URL: place.config.databaseUrl!,
          DATABASE_OWNER_URL: place.config.databaseOwnerUrl!,
        },
        stdio: 'ignore',
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      const over = once(child, 'exit').then(([code]) => code as number | null)
      return { child, over }
    }
    await db.transaction(async (tx) => {
      await tx.run(sql`lock table ${raw(table)} in share mode`)
      const { child, over } = run()
      await untilSomebodyWaits({ db })
      child.kill('SIGKILL')
      await over
    })
    await isSound()
    expect(await run().over).toBe(0)
    await isSound()
    await isAnew()
    expect((await keyFiles()).length).toBe(2)
  },
)

test('backups of before and after the turn open what they hold, restored in any order', async () => {
  await using still = await openStill()
  const { clock, now, backups, place, secret, mia, turn, isSound } = still
  const options = { config: place.config, log: silentLog, now }
  const keysIn = async () => join(backups.keys, (await readdir(backups.keys)).at(-1)!)
  await backUp(options, backups.everything)
  const [name] = (await readdir(backups.everything)).filter((one) => one.startsWith('club-'))
  const path = join(backups.everything, name!)
  await backUpKeys(options, backups.keys)
  const before = await keysIn()
  await turn()
  // the key of before lies beside its successor
  expect(await place.restore(before)).toContain('0 of 1 key files')
  await isSound()
  clock.advance({ minutes: 1 })
  await backUpKeys(options, backups.keys)
  const after = await keysIn()

  const isOpen = async (keys: string) => {
    const other = await backups.emptyPlace()
    await other.restore(path)
    await other.restore(keys)
    const { app, db } = await other.open()
    const { sealed } = (await db.row<{ sealed: Buffer }>(sql`select sealed from totp_secrets`))!
    expect(String(await app.strongbox.open('totp', mia.userId, sealed))).toBe(secret)
    return { other, app }
  }
  const { other: old } = await isOpen(before)
  await expect(old.restore(after)).rejects.toThrow('is another key')
  const { other, app } = await isOpen(after)
  expect(await other.restore(before)).toContain('0 of 1 key files')
  clock.advance({ days: 35 })
  // what it seals again first is of before the turn
  await forgetOlderKeys(app)
  await forgetOlderKeys(app)
  // that time made less of a key makes it no other one
  expect(await other.restore(after)).toContain('0 of 2 key files')
})
