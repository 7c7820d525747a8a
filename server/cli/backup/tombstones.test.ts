import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { leave, leaveForGood, openSecondSession } from '#testing/privacy/leaving.ts'
import { signUp } from '#contract/admission/signup.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { block } from '#testing/fixtures/notifications.ts'
import { openBackups } from '#testing/club/backups.ts'
import { Canaries, inDatabase, inFiles } from '#testing/authorisation/canaries.ts'
import { openClub, type Club } from '#testing/club/club.ts'
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
  // an id that names nobody any more: consents, the audit log, the tombstone, and for an hour the folder that went
  const left = await inDatabase(there, canaries)
  expect(left).toEqual({
    id: ['public.audit', 'public.consent_ledger', 'public.file_deletions', 'public.tombstones'],
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

test('who was purged by a restore is still kept apart from who had blocked them, when they come back', async () => {
  await using club = await openClub({ now: NOW })
  await using backups = await openBackups(club)
  const [mia, ben] = [await club.member(), await club.member({ email: 'ben@example.org' })]
  await block(club, mia, ben)
  await leave(club, ben)
  const { path } = await backups.backUp()
  await backups.backUpKeys()
  const keys = join(backups.keys, (await readdir(backups.keys))[0]!)
  club.clock.advance({ days: 30 })
  const place = await backups.emptyPlace()
  expect(await place.restore(path)).toContain('1 more whose time has come')
  await place.restore(keys)
  const there = await place.open()
  await there.call(null, signUp, newcomer({ email: 'ben+again@example.org' }))
  expect(
    await there.db.rows(sql`
      select b.blocker_id, u.email from blocks b join users u on u.id = b.blocked_id`),
  ).toEqual([{ blockerId: mia.userId, email: 'ben+again@example.org' }])
})
