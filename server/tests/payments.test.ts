import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '#testing/club/database/cluster.ts'
import { account } from '#testing/billing/payPal.ts'
import { now } from '#testing/random.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/process/log.ts'
import { openPayments } from '#server/platform/payments/providers.ts'
import { noticeAddress, startClub } from '#server/start.ts'

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'club-payments-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('with payments on and no way out built, the club does not start', async () => {
  const folder = await emptyFolder()
  // nothing may be opened before: no database answers here
  const config = readConfig({
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    PAYMENTS: 'house',
  })
  await expect(startClub(config, silentLog, { siteFolder: folder })).rejects.toThrow(
    /^PAYMENTS is "house", but members could not leave as easily as they come\..*\/kuendigen/,
  )
})

test('who takes payments is who the settings name, or nobody', async () => {
  const database = await cloneDatabase()
  const db = openDatabase(database.url, { max: 1 })
  const config = { ...readConfig({}), payments: 'paypal' as const, paypal: account }
  const provider = await openPayments(config, { db, now: () => now() })
  expect(provider?.name).toBe('paypal')
  expect(await openPayments(readConfig({}), { db, now: () => now() })).toBeNull()
  await db.end()
  await database.drop()
})

test('the house provider finds the club past any proxy, on this machine', () => {
  expect(noticeAddress('0.0.0.0', 3000)).toBe('http://127.0.0.1:3000/api/webhooks/house')
  expect(noticeAddress('::1', 80)).toBe('http://[::1]:80/api/webhooks/house')
})
