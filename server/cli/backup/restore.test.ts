import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getSession } from '#contract/accounts/session.ts'
import { createPost, listPosts } from '#contract/posts/posts.ts'
import { getPhoto } from '#contract/members/photos.ts'
import { verifyAudit } from '#server/platform/limits/audit.ts'
import { jobSchedule } from '#server/jobs.ts'
import { openDatabase, sql } from '#server/platform/database/database.ts'
import { openBackups, rowsByTable } from '#testing/club/backups.ts'
import { openClub } from '#testing/club/club.ts'
import { fillEveryTable } from '#testing/authorisation/everything.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import { insertPhoto } from '#testing/fixtures/photos.ts'
import { uuid } from '#testing/random.ts'
import { LEFT_OUT } from './contents.ts'

const NOW = '2026-05-04T20:00:00Z'

test('what was backed up is there again: members with their passwords, posts, photos', async () => {
  await using salon = await openLounge()
  const { club } = salon
  await using backups = await openBackups(club)
  const [mia, tom] = [await salon.guest(), await salon.guest()]
  const text = `two\nlines, backslash \\n, "quotes", ünïcödé 🎉, \\.`
  for (const [at, as] of [mia, tom, mia].entries())
    expect(await salon.post(as, { text: `${at} ${text}` })).toMatchObject({ ok: true })
  const photoId = await insertPhoto(club, tom.userId)
  const { path, isComplete } = await backups.backUp()
  expect(isComplete).toBe(true)

  const place = await backups.emptyPlace()
  expect(await place.restore(path)).toContain('The audit log is as it was written.')
  await place.bringKeys()
  const there = await place.open()
  const seen = await there.call(mia, getSession, {})
  expect(seen).toMatchObject({ ok: true, answer: { session: null } })
  const back = await there.logIn(mia)
  const posts = await salon.list(mia)
  expect(await there.call(back, listPosts, { params: lounge, query: {} })).toMatchObject({
    answer: posts.ok && posts.answer,
  })
  const body = { id: uuid(), text }
  expect(await there.call(back, createPost, { params: lounge, body })).toMatchObject({
    answer: { number: 4, text },
  })
  const photo = getPhoto.path
    .replace(':memberId', tom.userId)
    .replace(':photoId', photoId)
    .replace(':size', '320')
  const [before, after] = await Promise.all([
    fetch(club.url + photo, { headers: { cookie: mia.cookie } }),
    fetch(there.url + photo, { headers: back }),
  ])
  expect(after.status).toBe(200)
  expect(Buffer.from(await after.arrayBuffer())).toEqual(Buffer.from(await before.arrayBuffer()))
})

test('a worker that runs on below a restored database works by the clock', async () => {
  await using club = await openClub()
  await using backups = await openBackups(club)
  const { path } = await backups.backUp()
  const place = await backups.emptyPlace()
  await place.restore(path)
  const db = openDatabase(place.config.databaseUrl!)
  const kept = await db.rows<{ name: string }>(sql`select name from pgboss.schedule order by name`)
  await db.end()
  expect(kept.map(({ name }) => name)).toEqual(Object.keys(jobSchedule).sort())
})

test('every row of every table comes back as it was, but for those that open something', async () => {
  await using club = await openClub({ now: NOW, payments: 'house' })
  await using backups = await openBackups(club)
  const mia = await club.member()
  await fillEveryTable(club, mia)
  await club.mails()
  await club.db.run(sql`delete from pgboss.job`)
  const { path } = await backups.backUp()
  await backups.backUpKeys()
  const before = await rowsByTable(club.db)
  expect(Object.values(before).filter((sum) => sum !== '0 ').length).toBeGreaterThan(40)

  const place = await backups.emptyPlace()
  await place.restore(path)
  await place.restore(join(backups.keys, (await readdir(backups.keys))[0]!))
  const { db } = await place.open()
  const after = await rowsByTable(db)
  const changed = Object.keys(before).filter((name) => after[name] !== before[name])
  const anew = ['audit', 'email_changes', 'installation', 'waitlist_tokens']
  const expected = [...Object.keys(LEFT_OUT), ...anew]
  expect(changed.filter((name) => !expected.includes(name))).toEqual([])
  const comeBack = ['migrations', 'id_file_keys']
  for (const name of Object.keys(LEFT_OUT).filter((one) => !comeBack.includes(one)))
    expect([name, after[name]]).toEqual([name, '0 '])

  // the chain goes on where it was, and so does every counter
  expect(await verifyAudit(db)).toMatchObject({ tampered: null })
  const newest = await db.row(sql`select action, details from audit order by id desc limit 1`)
  const takenAt = club.app.now().toISOString()
  expect(newest).toEqual({ action: 'backup_restored', details: { takenAt, purged: 0 } })
  const behind = await db.rows(sql`
    select sequencename from pg_sequences where schemaname = 'public' and last_value <
      (case sequencename when 'ledger_entries_id_seq' then (select max(id) from ledger_entries)
        when 'consent_ledger_id_seq' then (select max(id) from consent_ledger)
        when 'consent_log_id_seq' then (select max(id) from consent_log) else 0 end)`)
  expect(behind).toEqual([])
  const unbalanced = await db.rows(sql`
    select reference from ledger_entries group by reference having sum(cents) <> 0`)
  expect(unbalanced).toEqual([])
})
