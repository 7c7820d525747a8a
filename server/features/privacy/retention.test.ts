import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { expect, test } from 'vitest'
import { logIn } from '#contract/auth.ts'
import { retention, type RetentionRule } from '#contract/retention.ts'
import { jobSchedule } from '#server/jobs.ts'
import { audit, verifyAudit } from '#server/platform/audit.ts'
import { raw, sql } from '#server/platform/database.ts'
import { keptSince } from '#server/platform/retention.ts'
import { openClub, type Club } from '#server/testing/club.ts'
import { insertDeclaration } from '#server/testing/declarations.ts'
import { insertMessage, insertNotice } from '#server/testing/messages.ts'
import { asOwner } from '#server/testing/owner.ts'
import { insertMailed } from '#server/testing/standings.ts'
import { insertSubmission, traces } from '#server/testing/submissions.ts'
import { insertContract } from '#server/testing/vouchers.ts'
import { keepRetention, overdueRules, rulesInForce, watchRetention } from './retention.service.ts'

const DAY_MS = 86_400_000
type InForce = (typeof rulesInForce)[number]
/** Makes one thing at a moment; answers whether it is still there. */
type Thing = (club: Club, at: Date) => Promise<() => Promise<boolean>>

const isThere = async (club: Club, query: ReturnType<typeof sql>) =>
  (await club.db.row(query)) !== undefined

const documents =
  (status: 'verified' | 'rejected' | 'pending'): Thing =>
  async (club, at) => {
    const { userId } = await club.member()
    const { id } = await insertSubmission(club, { userId }, { at })
    if (status !== 'pending')
      await club.db.run(sql`
        update verification_submissions set status = ${status}, decided_at = created_at,
          review_note = 'Gesehen.' where id = ${id}`)
    return () =>
      isThere(
        club,
        sql`select from verification_files f join id_file_keys k on k.file_id = f.id
          where f.submission_id = ${id}`,
      )
  }

/** An address in line; answers it. */
async function insertInLine(
  club: Club,
  { requestedAt, confirmedAt }: { requestedAt: Date; confirmedAt?: Date },
): Promise<string> {
  const email = `${randomUUID()}@example.org`
  await club.db.run(sql`
    insert into waitlist (id, email, requested_at, words_version, requested_from, confirmed_at)
    values (${randomUUID()}, ${email}, ${requestedAt.toISOString()}, '1.0.0', '\\x01',
      ${confirmedAt?.toISOString() ?? null})`)
  return email
}

/** For every rule in force, a thing it is about. */
const THINGS: Record<InForce, Thing> = {
  identityApproved: documents('verified'),
  identityRejected: documents('rejected'),
  identityAbandoned: documents('pending'),
  async auditLog(club, at) {
    const subjectId = randomUUID()
    await audit(club.db, { at, actorId: null, action: 'role_granted', subjectId })
    return () => isThere(club, sql`select from audit where subject_id = ${subjectId}`)
  },
  async loginCookies(club, at) {
    const { sessionId } = await club.member()
    // used then for the last time
    await club.db.run(sql`
      update sessions set last_used_at = ${at.toISOString()},
        expires_at = ${new Date(at.getTime() + 30 * DAY_MS).toISOString()} where id = ${sessionId}`)
    return () => isThere(club, sql`select from sessions where id = ${sessionId}`)
  },
  async mailTokens(club, at) {
    const member = await club.member()
    await insertMailed(club, 'confirm', member)
    await club.db.run(sql`
      update email_tokens set created_at = ${at.toISOString()},
        expires_at = ${new Date(at.getTime() + DAY_MS).toISOString()}
      where user_id = ${member.userId}`)
    return () => isThere(club, sql`select from email_tokens where user_id = ${member.userId}`)
  },
  async unconfirmedAccounts(club, at) {
    const { userId } = await club.member({ isConfirmed: false })
    await club.db.run(sql`delete from sessions where user_id = ${userId}`)
    await club.db.run(sql`update users set created_at = ${at.toISOString()} where id = ${userId}`)
    return () => isThere(club, sql`select from users where id = ${userId}`)
  },
  async waitlistUnconfirmed(club, at) {
    const email = await insertInLine(club, { requestedAt: at })
    return () => isThere(club, sql`select from waitlist where email = ${email}`)
  },
  async waitlistConfirmed(club, at) {
    const email = await insertInLine(club, { requestedAt: at, confirmedAt: at })
    return () => isThere(club, sql`select from waitlist where email = ${email}`)
  },
  async addresses(club, at) {
    const email = await insertInLine(club, { requestedAt: at, confirmedAt: club.app.now() })
    return () =>
      isThere(club, sql`select from waitlist where email = ${email} and requested_from is not null`)
  },
  async invitations(club, at) {
    const id = randomUUID()
    await club.db.run(sql`
      insert into invitations (id, email, created_at, expires_at)
      values (${id}, 'mia@example.org', ${at.toISOString()}, ${at.toISOString()})`)
    return () => isThere(club, sql`select from invitations where id = ${id}`)
  },
  async consents(club, at) {
    const id = randomUUID()
    await club.db.run(sql`
      insert into consent_log (created_at, session_id, analytics_consent, marketing_consent,
        method, policy_version, banner_text_sha256, language)
      values (${at.toISOString()}, ${id}, false, false, 'necessary', '1.0.0',
        sha256('words'::bytea), 'de')`)
    return () => isThere(club, sql`select from consent_log where session_id = ${id}`)
  },
  async messages(club, at) {
    const { id } = await insertMessage(club, { at })
    return () => isThere(club, sql`select from messages where id = ${id}`)
  },
  async notices(club, at) {
    const { id } = await insertNotice(club, at)
    return () => isThere(club, sql`select from notices where id = ${id}`)
  },
  async declarations(club, at) {
    const { id } = await insertDeclaration(club, { at })
    return () => isThere(club, sql`select from declarations where id = ${id}`)
  },
  async providerNotices(club, at) {
    const id = randomUUID()
    await club.db.run(sql`
      insert into webhooks (id, provider, received_at, headers, body, status)
      values (${id}, 'house', ${at.toISOString()}, '{}', 'words'::bytea, 'applied')`)
    return () => isThere(club, sql`select from webhooks where id = ${id}`)
  },
  async vouchers(club, at) {
    const subscriptionId = await insertContract(club, { at })
    const id = randomUUID()
    await club.db.run(sql`
      insert into invoices (id, number, kind, subscription_id, reference, issued_at, period_start,
        period_end, cents, net_cents, vat_cents, vat_percent, currency, seller)
      values (${id}, ${`R-${at.getUTCFullYear()}-000001`}, 'invoice', ${subscriptionId}, ${id},
        ${at.toISOString()}, ${at.toISOString()}, ${at.toISOString()}, 1990, 1672, 318, 19, 'EUR',
        '{}')`)
    return () => isThere(club, sql`select from invoices where id = ${id}`)
  },
}

/** Rules that fit no row of this database, and why. */
const ELSEWHERE: Record<Exclude<RetentionRule, InForce>, string> = {
  cookies: 'kept by browsers, which are told how long',
  ibanFragment: 'nobody pays yet',
  inactiveAccounts: 'waits for deletion',
  deletedAccounts: 'waits for deletion',
  backups: 'kept by whoever makes them',
  keyBackups: 'kept by whoever makes them',
}

const openStrictClub = () => openClub({ config: { emailConfirmation: 'required' } })
const proofs = (club: Club) =>
  club.db.rows<{ run: string; rule: InForce; at: string; removed: number; isDaily: boolean }>(
    sql`select run, rule, at, removed, is_daily from retention_runs order by at, rule`,
  )
const runJob = async (club: Club) => {
  await club.app.jobs.send(club.db, 'keep_retention', {})
  await club.app.jobs.drain()
}

test('every rule is in force, or it is said why it fits nothing here', () => {
  expect([...rulesInForce, ...Object.keys(ELSEWHERE)].sort()).toEqual(Object.keys(retention).sort())
})

test.each(rulesInForce)(
  '%s: a day before its time it stays, a day after it is gone',
  async (rule) => {
    await using club = await openStrictClub()
    const now = club.app.now()
    const margin = retention[rule].unit === 'hours' ? DAY_MS / 24 : DAY_MS
    const cut = keptSince(rule, now).getTime()
    const old = await THINGS[rule](club, new Date(cut - margin))
    const young = await THINGS[rule](club, new Date(cut + margin))
    await keepRetention(club.app)
    expect([await old(), await young()]).toEqual([false, true])
    const counted = async () =>
      (await proofs(club)).filter((proof) => proof.rule === rule).map(({ removed }) => removed)
    expect(await counted()).toEqual([1])
    // once more changes nothing
    await keepRetention(club.app)
    expect([await old(), await young()]).toEqual([false, true])
    expect(await counted()).toEqual([1, 0])
  },
)

test('a notice is kept for as long as the rule says after its conclusion', async () => {
  await using club = await openClub()
  const cut = keptSince('notices', club.app.now()).getTime()
  const conclude = (at: number) =>
    club.db.run(sql`update notices set concluded_at = ${new Date(at).toISOString()}`)
  const isThere = await THINGS.notices(club, new Date(cut - DAY_MS))
  await conclude(cut + DAY_MS)
  await keepRetention(club.app)
  expect(await isThere()).toBe(true)
  await conclude(cut)
  await keepRetention(club.app)
  expect(await isThere()).toBe(false)
})

test('a run writes down every rule in force, also what found nothing', async () => {
  await using club = await openClub({ now: '2026-05-04T02:07:00Z' })
  await keepRetention(club.app)
  const rows = await proofs(club)
  expect(rows.map(({ rule }) => rule).sort()).toEqual(rulesInForce.toSorted())
  expect(new Set(rows.map(({ run }) => run)).size).toBe(1)
  for (const row of rows)
    expect(row).toMatchObject({ at: '2026-05-04T02:07:00.000Z', removed: 0, isDaily: true })
})

test('the job runs once a day, at the hour it found, and catches up after the club was closed', async () => {
  expect(jobSchedule.keep_retention).toMatch(/^\d+ \* \* \* \*$/)
  await using club = await openClub()
  const runs = async () => new Set((await proofs(club)).map(({ run }) => run)).size
  club.clock.advance({ hours: 24 })
  await runJob(club)
  expect(await runs()).toBe(1)
  for (let hour = 1; hour < 24; hour += 1) {
    club.clock.advance({ hours: 1 })
    await runJob(club)
  }
  expect(await runs()).toBe(1)
  club.clock.advance({ hours: 1, seconds: -5 })
  await runJob(club)
  expect(await runs()).toBe(2)
  club.clock.advance({ hours: 31 })
  await runJob(club)
  expect(await runs()).toBe(3)
  expect(await overdueRules(club.app)).toEqual([])
})

test('what the jobs of every hour remove is written down, too', async () => {
  await using club = await openStrictClub()
  const at = new Date(keptSince('identityRejected', club.app.now()).getTime() - 1000)
  await THINGS.identityRejected(club, at)
  for (const name of ['shred_documents', 'clean_up'] as const)
    await club.app.jobs.send(club.db, name, {})
  await club.app.jobs.drain()
  expect(await proofs(club)).toMatchObject([
    { rule: 'identityRejected', removed: 1, isDaily: false },
  ])
})

test('several servers that run at once remove everything once', async () => {
  await using club = await openStrictClub()
  const second = await club.secondServer()
  for (const rule of ['messages', 'identityApproved', 'auditLog', 'unconfirmedAccounts'] as const)
    await THINGS[rule](club, new Date(keptSince(rule, club.app.now()).getTime() - DAY_MS))
  await Promise.all([club.app, second.app, club.app].map((app) => keepRetention(app)))
  const sums = new Map<string, number>()
  for (const { rule, removed } of await proofs(club))
    sums.set(rule, (sums.get(rule) ?? 0) + removed)
  expect(Object.fromEntries(sums)).toMatchObject({
    messages: 1,
    identityApproved: 1,
    auditLog: 1,
    unconfirmedAccounts: 1,
  })
})

test('one rule that cannot be kept keeps no other from its turn, and the job is tried again', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  await using club = await openClub({ log })
  const at = new Date(keptSince('notices', club.app.now()).getTime() - DAY_MS)
  const notice = await THINGS.notices(club, at)
  await asOwner(club, (role) => `revoke delete on sessions from ${role}`)
  await expect(keepRetention(club.app)).rejects.toThrow()
  expect(await notice()).toBe(false)
  expect(lines.join()).toContain('a rule of retention could not be kept')
  expect((await proofs(club)).map(({ rule }) => rule)).not.toContain('loginCookies')
  await asOwner(club, (role) => `grant delete on sessions to ${role}`)
  await keepRetention(club.app)
  expect((await proofs(club)).map(({ rule }) => rule)).toContain('loginCookies')
})

test('a run that is missing for 36 hours is told in the log, by the rules that wait', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  await using club = await openClub({ log })
  await keepRetention(club.app)
  const stop = watchRetention(club.app, 10)
  const alerts = () => lines.filter((line) => line.includes('retention has not run for 36 hours'))
  club.clock.advance({ hours: 35 })
  expect(await overdueRules(club.app)).toEqual([])
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(alerts()).toEqual([])
  club.clock.advance({ hours: 2 })
  await expect.poll(() => alerts().length).toBeGreaterThan(0)
  expect((JSON.parse(alerts()[0]!) as { rules: string[] }).rules.sort()).toEqual(
    rulesInForce.toSorted(),
  )
  await keepRetention(club.app)
  expect(await overdueRules(club.app)).toEqual([])
  stop()
})

test('a new club is not late, until it is', async () => {
  await using club = await openClub()
  expect(await overdueRules(club.app)).toEqual([])
  club.clock.advance({ hours: 37 })
  expect((await overdueRules(club.app)).sort()).toEqual(rulesInForce.toSorted())
})

test('a rule that stopped being asked is late alone', async () => {
  await using club = await openClub()
  await keepRetention(club.app)
  club.clock.advance({ hours: 24 })
  await club.db.run(sql`
    insert into retention_runs (run, rule, at, removed, is_daily)
    select ${randomUUID()}, rule, ${club.app.now().toISOString()}, 0, rule <> 'messages'
    from retention_runs`)
  club.clock.advance({ hours: 24 })
  expect(await overdueRules(club.app)).toEqual(['messages'])
})

test('the audit log is shortened at its old end only, provably, and stays one chain', async () => {
  await using club = await openClub()
  const now = club.app.now()
  const cut = keptSince('auditLog', now).getTime()
  for (const age of [-3, -2, -1, 1, 2])
    await audit(club.db, {
      at: new Date(cut + age * DAY_MS),
      actorId: null,
      action: 'role_granted',
      details: { age },
    })
  await keepRetention(club.app)
  const left = await traces(club)
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
  const at = new Date(keptSince('auditLog', club.app.now()).getTime() - DAY_MS)
  for (let count = 0; count < 3; count += 1)
    await audit(club.db, { at, actorId: null, action: 'role_granted' })
  await keepRetention(club.app)
  expect((await traces(club)).map(({ action }) => action)).toEqual([
    'role_granted',
    'audit_forgotten',
  ])
  await keepRetention(club.app)
  expect((await traces(club)).map(({ action }) => action)).toEqual([
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
    club.db.begin(async (tx) => {
      await tx.run(sql`select set_config('club.forgetting', 'on', true)`)
      await tx.run(raw('delete from audit') as never)
    }),
  ).rejects.toMatchObject({ code: '42501' })
  for (const statement of ['delete from retention_runs', 'update retention_runs set removed = 9'])
    await expect(club.db.run(raw(statement) as never)).rejects.toMatchObject({ code: '42501' })
})

test('an account that was in the club before it asked for confirmation is no unconfirmed sign-up', async () => {
  await using club = await openStrictClub()
  const at = new Date(keptSince('unconfirmedAccounts', club.app.now()).getTime() - DAY_MS)
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

test('where nothing has to be confirmed nobody is deleted for it', async () => {
  await using club = await openClub({ config: { emailConfirmation: 'off' } })
  const at = new Date(keptSince('unconfirmedAccounts', club.app.now()).getTime() - DAY_MS)
  const account = await THINGS.unconfirmedAccounts(club, at)
  await keepRetention(club.app)
  expect(await account()).toBe(true)
})

test('a message and its answer are kept for as long as the rule says after the answer', async () => {
  await using club = await openClub()
  const cut = keptSince('messages', club.app.now()).getTime()
  const [young, old] = await Promise.all(
    [1, -1].map(async (days) => {
      const { id } = await insertMessage(club, { at: new Date(cut - 90 * DAY_MS) })
      await club.db.run(sql`
        update messages set answer = 'At eight.',
          answered_at = ${new Date(cut + days * DAY_MS).toISOString()} where id = ${id}`)
      return () => isThere(club, sql`select from messages where id = ${id}`)
    }),
  )
  await keepRetention(club.app)
  expect([await young!(), await old!()]).toEqual([true, false])
})

test('browsers are told to keep nothing longer than the rules for cookies say', async () => {
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
    const longest = (now - keptSince(rule, new Date(now)).getTime()) / 1000
    expect(seconds, cookie).toBeGreaterThan(0)
    expect(seconds, cookie).toBeLessThanOrEqual(longest)
  }
})
