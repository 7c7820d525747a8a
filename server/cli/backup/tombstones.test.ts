import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { leaveForGood, openSecondSession } from '#testing/privacy/leaving.ts'
import { openBackups } from '#testing/club/backups.ts'
import { Canaries, inDatabase, inFiles } from '#testing/authorisation/canaries.ts'
import type { Club } from '#testing/club/club.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import { insertPhoto } from '#testing/fixtures/photos.ts'
import { insertSubmission } from '#testing/fixtures/submissions.ts'

const NOW = '2026-05-04T20:00:00Z'

test('whom a backup would bring back is purged again before the club opens', async () => {
  await using salon = await openLounge({ now: NOW })
  const { club } = salon
  await using backups = await openBackups(club)
  const canaries = new Canaries()
  const [word, address] = [canaries.word('post'), `${canaries.word('address')}@example.org`]
  const mia = await salon.guest({ email: address, username: canaries.word('name') })
  const tom = await salon.guest()
  canaries.watch('id', mia.userId)
  await salon.post(mia, { text: word })
  await salon.post(tom, { text: 'still here' })
  await insertPhoto(club, mia.userId)
  await insertSubmission(club, mia)
  const { path } = await backups.backUp()

  await leaveForGood(club, await openSecondSession(club, mia))
  const { path: later } = await backups.backUp()
  const place = await backups.emptyPlace()
  expect(await place.restore(path)).toContain('Purged again: 1 accounts')
  const there = await place.open()
  // an id that names nobody any more: consents, the audit log, the tombstone
  const left = await inDatabase(there, canaries)
  expect(left).toEqual({
    id: ['public.audit', 'public.consent_ledger', 'public.tombstones'],
  })
  expect(await inFiles(there, canaries)).toEqual({})
  const of = (db: Club['db'] | typeof there.db) => db.rows(sql`select * from tombstones`)
  expect(await of(there.db)).toEqual(await of(club.db))
  expect((await there.db.rows(sql`select text from posts`)).length).toBe(1)
  await expect(there.logIn(mia)).rejects.toThrow('invalid_credentials')
  // said once, when it was done
  expect(
    await there.db.rows(sql`select from pgboss.job where name = 'mail_account_purged'`),
  ).toEqual([])

  const after = await backups.emptyPlace()
  expect(await after.restore(later)).toContain('Purged again: 0 accounts')
})
