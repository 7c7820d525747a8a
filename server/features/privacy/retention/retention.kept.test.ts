import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/auth.ts'
import { signUp } from '#contract/admission/signup.ts'
import { audit, verifyAudit } from '#server/platform/limits/audit.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import { raw, sql } from '#server/platform/database/database.ts'
import { retentionCutoff } from '#server/platform/limits/retention.ts'
import { openClub } from '#testing/club/club.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { openStrictClub, THINGS } from '#testing/privacy/retention.ts'
import { readTraces } from '#testing/fixtures/submissions.ts'
import { keepRetention } from './retention.service.ts'

test('the audit log is shortened at its old end only, provably, and stays one chain', async () => {
  await using club = await openClub()
  const now = club.app.now()
  const cut = retentionCutoff('auditLog', now).getTime()
  for (const age of [-3, -2, -1, 1, 2])
    await audit(club.db, {
      at: new Date(cut + age * DAY_MS),
      actorId: null,
      action: 'role_granted',
      details: { age },
    })
  await keepRetention(club.app)
  const left = await readTraces(club)
  expect(left.map(({ action, details }) => [action, details['age']])).toEqual([
    ['role_granted', 1],
    ['role_granted', 2],
    ['audit_forgotten', undefined],
  ])
  expect(left[2]?.details).toMatchObject({ through: 3 })
  expect(await verifyAudit(club.db)).toMatchObject({ entries: 3, tampered: null })
  await audit(club.db, { at: now, actorId: null, action: 'role_granted' })
  expect(await verifyAudit(club.db)).toMatchObject({ entries: 4, tampered: null })
})

test('a club nobody cared for in years keeps the newest entry, so that the chain goes on', async () => {
  await using club = await openClub()
  const at = new Date(retentionCutoff('auditLog', club.app.now()).getTime() - DAY_MS)
  for (let count = 0; count < 3; count += 1)
    await audit(club.db, { at, actorId: null, action: 'role_granted' })
  await keepRetention(club.app)
  expect((await readTraces(club)).map(({ action }) => action)).toEqual([
    'role_granted',
    'audit_forgotten',
  ])
  await keepRetention(club.app)
  expect((await readTraces(club)).map(({ action }) => action)).toEqual([
    'audit_forgotten',
    'audit_forgotten',
  ])
  expect(await verifyAudit(club.db)).toMatchObject({ entries: 2, tampered: null })
})

test('nothing talks the database out of a younger audit entry or a proof', async () => {
  await using club = await openClub()
  await audit(club.db, { at: club.app.now(), actorId: null, action: 'role_granted' })
  await audit(club.db, { at: club.app.now(), actorId: null, action: 'role_granted' })
  await keepRetention(club.app)
  await club.db.run(sql`select * from forget_audit('2999-01-01')`)
  expect(await verifyAudit(club.db)).toMatchObject({ entries: 2, tampered: null })
  // the words by which the log's owner shortens it help nobody else
  await expect(
    club.db.transaction(async (tx) => {
      await tx.run(sql`select set_config('club.forgetting', 'on', true)`)
      await tx.run(raw('delete from audit') as never)
    }),
  ).rejects.toMatchObject({ code: '42501' })
  for (const statement of ['delete from retention_runs', 'update retention_runs set removed = 9'])
    await expect(club.db.run(raw(statement) as never)).rejects.toMatchObject({ code: '42501' })
})

test('an account that was in the club before it asked for confirmation is no unconfirmed sign-up', async () => {
  await using club = await openStrictClub()
  const at = new Date(retentionCutoff('unconfirmedAccounts', club.app.now()).getTime() - DAY_MS)
  const signedIn = await club.member({ isConfirmed: false })
  const [known, inRoom, admin, confirmed] = await Promise.all([
    club.member({ isConfirmed: false }),
    club.member({ isConfirmed: false }),
    club.member({ isConfirmed: false, isAdmin: true }),
    club.member(),
  ])
  await club.join(inRoom, await club.room())
  await club.db.run(sql`
    insert into known_devices values ('\\x01', ${known.userId}, ${club.app.now().toISOString()})`)
  for (const { userId } of [known, inRoom, admin, confirmed])
    await club.db.run(sql`delete from sessions where user_id = ${userId}`)
  await club.db.run(sql`update users set created_at = ${at.toISOString()}`)
  const gone = await THINGS.unconfirmedAccounts(club, at)
  await keepRetention(club.app)
  expect(await gone()).toBe(false)
  const left = await club.db.rows<{ id: string }>(sql`select id from users`)
  expect(left.map(({ id }) => id).sort()).toEqual(
    [signedIn, known, inRoom, admin, confirmed].map(({ userId }) => userId).sort(),
  )
})

test('a member from before the club asked for confirmation stays for years, also without a room', async () => {
  await using club = await openClub({
    config: { admission: 'invitation', emailConfirmation: 'off' },
  })
  const { body } = newcomer()
  expect(await club.call(null, signUp, { body })).toMatchObject({ ok: true })
  club.config.emailConfirmation = 'required'
  // after this the browser is forgotten, too
  club.clock.advance({ days: 200 })
  for (let times = 0; times < 2; times += 1) await keepRetention(club.app)
  expect(await club.db.rows(sql`select from known_devices`)).toEqual([])
  expect(await club.db.rows(sql`select email from users`)).toEqual([{ email: body.email }])
})

test('where nothing has to be confirmed nobody is deleted for it', async () => {
  await using club = await openClub({ config: { emailConfirmation: 'off' } })
  const at = new Date(retentionCutoff('unconfirmedAccounts', club.app.now()).getTime() - DAY_MS)
  const account = await THINGS.unconfirmedAccounts(club, at)
  await keepRetention(club.app)
  expect(await account()).toBe(true)
})

test('cookies live no longer than the retention rules say', async () => {
  await using club = await openClub()
  const { email, password } = await club.member()
  const done = await club.call(null, logIn, { body: { email, password } })
  const chosen = await fetch(`${club.url}/?language=de`, { redirect: 'manual' })
  const cookies = [...done.headers.getSetCookie(), ...chosen.headers.getSetCookie()]
  expect(cookies.length).toBeGreaterThan(1)
  const now = club.app.now().getTime()
  for (const cookie of cookies) {
    const rule = /^session=/.test(cookie) ? 'loginCookies' : 'cookies'
    const seconds = Number(/Max-Age=(\d+)/.exec(cookie)?.[1])
    const longest = (now - retentionCutoff(rule, new Date(now)).getTime()) / 1000
    expect(seconds, cookie).toBeGreaterThan(0)
    expect(seconds, cookie).toBeLessThanOrEqual(longest)
  }
})
