import { readFile, rm, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { signUp } from '#contract/admission/signup.ts'
import { logInWithFactor } from '#contract/accounts/secondFactor.ts'
import {
  addPushBrowser,
  endDigest,
  getNotifications,
} from '#contract/notifications/notifications.ts'
import { wave } from '#contract/posts/waves.ts'
import { forgetOlderKeys } from '#server/features/accounts/bans/olderKeys.service.ts'
import { pushBell } from '#server/features/notifications/push/push.sending.ts'
import { withClient } from '#server/platform/database/copy.ts'
import { SERVING_LOCK } from '#server/platform/database/database.listening.ts'
import { sql, type Database } from '#server/platform/database/database.ts'
import type { App } from '#server/platform/context.ts'
import { openStrongbox } from '#server/platform/vault/strongbox.ts'
import { readSetCookies } from '#testing/club/call.ts'
import { breakDatabase } from '#testing/club/database/breakDatabase.ts'
import { openStill } from '#testing/club/still.ts'
import { expectAnswer, computeTotpCode, resultCode } from '#testing/fixtures/secondFactor.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { aBrowser, openPushService } from '#testing/fixtures/push.ts'
import { bytes, letters, uuid } from '#testing/random.ts'
import { keyFolder } from './doctor.keys.ts'

const NOW = '2026-05-04T10:00:00.000Z'

test('after the key turned authenticators, bans, evidence, and the way out of digests go on; browsers subscribe anew', async () => {
  await using still = await openStill()
  const { clock, now, place, mia, ben, tom, secret, wayOut, turn, isSound, isAnew } = still
  await using service = await openPushService()
  const body = aBrowser(`${service.url}/one`)
  const before = await place.open()
  const bens = await before.logIn(ben)
  expectAnswer(await before.call(bens, addPushBrowser, { body: body.body }))
  const { pushKey } = expectAnswer(await before.call(bens, getNotifications, {}))
  const old = await readFile(`${still.keyPath}.lasting`)
  await expect(turn()).rejects.toThrow('stop every one of them')
  expect(await readFile(`${still.keyPath}.lasting`)).toEqual(old)
  await before.close()

  clock.advance({ minutes: 1 })
  expect(await turn()).toContain('7 sealed things')
  await isSound()
  await isAnew()
  expect(await readFile(`${still.keyPath}.lasting`)).not.toEqual(old)
  expect(await still.keyFiles()).toEqual(['kek.lasting', 'kek.lasting.2026-05-04T10-01-00-000Z'])

  place.config.admission = 'open'
  const after = await place.open()
  const half = await after.logIn(mia)
  const typed = await after.call(half, logInWithFactor, {
    body: { code: computeTotpCode(secret, now()) },
  })
  expectAnswer(typed)
  const mias = { cookie: readSetCookies(typed.headers) }
  expect(resultCode(await after.call(null, endDigest, { body: { token: wayOut } }))).toBe('ok')

  // banned before, and held at the door all the same; a stranger is not
  for (const [email, isAdmitted] of [
    [tom.email.replace('@', '+again@'), false],
    [`new-${tom.email}`, true],
  ] as const)
    expect(await after.call(null, signUp, newcomer({ email }))).toMatchObject({
      answer: { session: { isAdmitted } },
    })

  // known still, so that the browser sees that its key is another, and told nothing until then
  const response = expectAnswer(await after.call(bens, getNotifications, {}))
  expect(response.pushKey).not.toBe(pushKey)
  expect(response.browsers).toMatchObject([{ isCurrent: true }])
  const ring = async () => {
    const postId = await aPost(after.db, ben)
    expectAnswer(await after.call(mias, wave, { params: { postId } }))
    clock.advance({ minutes: 1 })
    await pushBell(after.app)
    await after.app.jobs.drain()
  }
  await ring()
  expect(service.received).toEqual([])
  expect(expectAnswer(await after.call(bens, getNotifications, {})).browsers).toHaveLength(1)
  expectAnswer(await after.call(bens, addPushBrowser, { body: body.body }))
  await ring()
  expect(service.received).toHaveLength(1)
  expect(service.received[0]?.headers.authorization).toContain(`k=${response.pushKey}`)
})

/** In a room of its own, in which everybody is. */
async function aPost(db: Database, { userId }: { userId: string }): Promise<string> {
  const [id, roomId] = [uuid(), uuid()]
  await db.run(sql`
    insert into rooms (id, slug, name, access_level, is_active, created_at, last_number)
    values (${roomId}, ${`room-${letters(8)}`}, 'Room', 'free', true, ${NOW}, 1)`)
  await db.run(sql`
    insert into room_members (room_id, user_id, created_at) select ${roomId}, id, ${NOW} from users`)
  await db.run(sql`
    insert into posts (id, room_id, number, user_id, text, created_at)
    values (${id}, ${roomId}, 1, ${userId}, 'Na', ${NOW})`)
  return id
}

test('a turn that was cut short anywhere leaves all readable, and the next run ends it', async () => {
  await using still = await openStill()
  const { clock, db, turn, isSound, isAnew, keyFiles } = still
  const turned = async () => (await keyFiles()).filter((name) => name.startsWith('kek.lasting.'))
  // a new key that was not written to its end
  await writeFile(`${still.keyPath}.lasting.part`, 'half')
  let turns = 0
  for (let after = 0; ; after += 1) {
    clock.advance({ seconds: 1 })
    const line = breakDatabase(db, after)
    const ended = await turn(line).then(
      () => true,
      () => false,
    )
    expect(ended).toBe(!line.isGone())
    turns += 1
    if (ended) break
    await isSound()
    clock.advance({ seconds: 1 })
    await turn()
    await isSound()
    await isAnew()
    expect(await turned()).toHaveLength(turns)
    expect((await turned()).filter((name) => name.endsWith('.turning'))).toEqual([])
  }
  expect(turns).toBeGreaterThan(15)
  expect(
    await db.rows(sql`
      select count(*) as turns, count(distinct details) as times from audit
      where action = 'lasting_key_turned'`),
  ).toEqual([{ turns, times: turns }])
})

test('a key that was set aside, and not replaced yet, is set aside anew', async () => {
  await using still = await openStill()
  const { clock, now, keyPath, turn, isSound, isAnew, keyFiles, place } = still
  const old = await readFile(`${keyPath}.lasting`)
  await writeFile(`${keyPath}.lasting.2026-05-04T09-00-00-000Z.turning`, old, { mode: 0o600 })
  await isSound()
  await expect(keyFolder(place.config, now())).rejects.toThrow('cut short')
  await turn()
  await isSound()
  await isAnew()
  expect(await keyFiles()).toEqual(['kek.lasting', 'kek.lasting.2026-05-04T10-00-00-000Z'])
  clock.advance({ days: 3 })
  expect(await keyFolder(place.config, now())).toContain(
    'the lasting key is 3 days old, turned on 2026-05-04',
  )
})

test('nothing is turned without the key that is the one, or while servers start', async () => {
  await using still = await openStill()
  const { db, place, keyPath, turn, isSound, keyFiles } = still
  const old = await readFile(`${keyPath}.lasting`)
  await rm(`${keyPath}.lasting`)
  await expect(turn()).rejects.toThrow('The lasting key of this club is missing')
  await writeFile(`${keyPath}.lasting`, bytes(32))
  await expect(turn()).rejects.toThrow('is not the lasting key of this club')
  // nor in a club from before that was on record
  const [kept] = await db.rows<Record<string, string | Buffer>>(
    sql`delete from installation returning id, key_fingerprint, files_id, photo_key`,
  )
  await expect(turn()).rejects.toThrow('opens nothing of what this club sealed')
  await rm(`${keyPath}.lasting`)
  await expect(turn()).rejects.toThrow('There is no key')
  await writeFile(`${keyPath}.lasting`, old)
  expect(await keyFiles()).toEqual(['kek.lasting'])
  const { id, keyFingerprint, filesId, photoKey } = kept!
  await db.run(sql`
    insert into installation (id, key_fingerprint, files_id, photo_key)
    values (${id}, ${keyFingerprint}, ${filesId}, ${photoKey})`)
  await isSound()
  await withClient(place.config.databaseUrl!, async (client) => {
    await client.query('select pg_advisory_lock($1)', [SERVING_LOCK])
    await expect(place.open()).rejects.toThrow('being turned')
  })
})

test('a key of before opens what comes back of its time for 35 days, then knows bans again, and goes with the last', async () => {
  await using still = await openStill()
  const { clock, now, place, keyPath, db, turn, isSound, isAnew, keyFiles } = still
  const old = await db.row<{ sealed: Buffer }>(sql`select sealed from totp_secrets`)
  await turn()
  // as a restored backup of before the turn would have it
  await db.run(sql`update totp_secrets set sealed = ${old!.sealed}`)
  const strongbox = openStrongbox(keyPath)
  const app = { db, now, strongbox } as App
  clock.advance({ days: 34 })
  await forgetOlderKeys(app)
  await isSound()
  expect(await strongbox.older()).toMatchObject([{ isWhole: true }])

  clock.advance({ days: 1 })
  await forgetOlderKeys(app)
  // a standby takes over that had not received what was sealed again
  await db.run(sql`update totp_secrets set sealed = ${old!.sealed}`)
  await isSound()
  await forgetOlderKeys(app)
  await forgetOlderKeys(app)
  await isSound()
  await isAnew()
  expect(await strongbox.older()).toMatchObject([{ isWhole: false }])
  const again = openStrongbox(keyPath)
  await expect(again.open('totp', still.mia.userId, old!.sealed)).rejects.toThrow()
  expect(await keyFolder(place.config, now())).toContain('turned on 2026-05-04')

  clock.advance({ days: 4 * 365 })
  await forgetOlderKeys(app)
  await isSound()
  await db.run(sql`delete from banned_addresses`)
  await forgetOlderKeys(app)
  expect(await keyFiles()).toHaveLength(2)
  await db.run(sql`delete from apart_marks`)
  await forgetOlderKeys(app)
  expect(await keyFiles()).toEqual(['kek.lasting'])
  expect(
    await db.row(sql`
      select details ->> 'turnedAt' as at from audit where action = 'lasting_key_destroyed'`),
  ).toEqual({ at: NOW })
})
