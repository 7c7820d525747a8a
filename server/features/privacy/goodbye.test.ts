import pino from 'pino'
import { expect, test } from 'vitest'
import { retention, type RetentionRule } from '#contract/privacy/retention.ts'
import { openApp } from '#server/app.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { postDecision, profileTarget, queue, reportTarget } from '#testing/moderation/cases.ts'
import { isThere, leave, purgeHour, stay } from '#testing/privacy/leaving.ts'
import { openMailServer } from '#testing/club/mailServer.ts'
import { purgeDue } from '#server/features/privacy/deletion/purge.service.ts'

const NOW = '2026-05-04T20:00:00Z'
const queued = (club: Club, word: string) =>
  club.db.rows<{ name: string; state: string }>(
    sql`select name, state from pgboss.job j where strpos(j::text, ${word}) > 0`,
  )

test('the last mail is sent once, and the queue forgets the address with it', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  await using club = await openClub({ now: NOW })
  const mia = await club.member({ email: 'mia-canary@example.org' })
  await leave(club, mia)
  await club.mails()
  club.clock.advance({ days: 30 })
  await purgeDue(club.app)
  expect(await queued(club, mia.email)).toMatchObject([{ name: 'mail_account_purged' }])
  // a process that works on the queue as it does when the club is open
  const worker = await openApp(club.config, club.databaseUrl, { log, now: club.app.now })
  await expect.poll(() => queued(club, mia.email)).toEqual([])
  await worker.close()
  const mails = (await club.mails()).filter(({ to }) => to === mia.email)
  expect(mails.map(({ subject }) => subject)).toEqual(['Your account has been deleted'])
  // whatever outlives the account (docs/privacy.md), and how long
  const years = (rule: RetentionRule) => `${retention[rule].amount} years`
  for (const said of [
    `invoices and payments (${years('vouchers')})`,
    `consents (${years('consents')})`,
    `requests under the GDPR (${years('dataRequests')})`,
    `the audit log (${years('auditLog')})`,
    `other people’s content (${years('notices')} at most)`,
    `stay as they are for ${years('declarations')}`,
    `gone after ${retention.backups.amount} days`,
    `encrypted (${retention.cases.amount} months after the decision, ${years('heldCases')} if`,
    `after a ban for ${years('banEvidence')}`,
    `goes on holding, for ${years('apartMarks')}`,
  ])
    expect(mails[0]?.text.replaceAll(/\s+/g, ' ')).toContain(said)
  expect(lines).toEqual([])
})

test('a mail server that is away keeps nobody’s data: the mail follows, the rest is gone in time', async () => {
  await using mailServer = await openMailServer()
  mailServer.isAway = true
  await using club = await openClub({ now: NOW, config: { smtpUrl: mailServer.url } })
  const mia = await club.member({ email: 'mia-canary@example.org' })
  await leave(club, mia)
  await club.app.jobs.drain()
  club.clock.advance({ days: 30 })
  await purgeHour(club)
  expect(await isThere(club, mia)).toBe(false)
  expect(await queued(club, mia.email)).toMatchObject([
    { name: 'mail_account_purged', state: 'retry' },
  ])
  mailServer.isAway = false
  await club.app.jobs.drain({ later: true })
  expect(mailServer.taken.map(({ to }) => to)).toEqual([mia.email])
  expect(await queued(club, mia.email)).toEqual([])
})

test('an address that refuses the last mail for good is kept nowhere', async () => {
  await using mailServer = await openMailServer()
  await using club = await openClub({ now: NOW, config: { smtpUrl: mailServer.url } })
  const mia = await club.member({ email: 'mia-canary@example.org' })
  await leave(club, mia)
  await club.app.jobs.drain()
  const before = mailServer.commands.length
  mailServer.refused.add(mia.email)
  club.clock.advance({ days: 30 })
  await purgeHour(club)
  expect(mailServer.commands.slice(before)).toEqual([mia.email])
  expect(await queued(club, mia.email)).toEqual([])
  expect(await club.db.rows(sql`select email from refused_addresses`)).toEqual([])
})

const changed = (
  club: Club,
  { userId, email }: TestMember,
  { from, hoursAgo }: { from: string; hoursAgo: number },
) =>
  club.db.run(sql`
    insert into email_changes (id, user_id, old_email, new_email, requested_at, confirmed_at, expires_at)
    select gen_random_uuid(), ${userId}, ${from}, ${email}, t, t, t
    from (select ${NOW}::timestamptz - make_interval(hours => ${hoursAgo}::int) as t) at`)

test('a thief who took the account over is not the only one to be told of its deletion', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  await changed(club, mia, { from: 'before@example.org', hoursAgo: 47 })
  await changed(club, mia, { from: 'long-before@example.org', hoursAgo: 49 })
  await leave(club, mia)
  const sentMails = (await club.mails()).filter(({ text }) => text.includes('/#stay='))
  expect(sentMails.map(({ to }) => to).sort()).toEqual(['before@example.org', mia.email].sort())
})

test('an address that takes no mail keeps the way back from nobody, and has nobody told again', async () => {
  await using mailServer = await openMailServer()
  await using club = await openClub({ now: NOW, config: { smtpUrl: mailServer.url } })
  const mia = await club.member()
  const before = 'a-full-mailbox@example.org'
  mailServer.refusal = '452 4.2.2 mailbox full'
  mailServer.refused.add(before)
  await changed(club, mia, { from: before, hoursAgo: 1 })
  await leave(club, mia)
  await club.app.jobs.drain()
  for (let tries = 0; tries < 3; tries += 1) await club.app.jobs.drain({ later: true })
  expect(mailServer.taken.map(({ to }) => to)).toEqual([mia.email])
  // once it takes mails again, both hold the same way back
  mailServer.refused.clear()
  await club.app.jobs.drain({ later: true })
  expect(mailServer.taken.map(({ to }) => to)).toEqual([mia.email, before])
  const ways = mailServer.taken.map(
    ({ source }) => /#stay=3D([\w-]+)/.exec(source.replaceAll('=\r\n', ''))?.[1],
  )
  expect(new Set(ways).size).toBe(1)
  expect(await stay(club, ways[0] ?? '')).toMatchObject({ ok: true })
})

test('a leaving member reads what stays of reports about them, and after a ban', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, moderator] = [await club.member(), await club.member({ isModerator: true })]
  await reportTarget(club, await club.member(), profileTarget(mia))
  const [line] = await queue(club, moderator)
  await postDecision(club, moderator, line!.id, { kind: 'no_breach' })
  await leave(club, mia)
  await club.mails()
  club.clock.advance({ days: 30 })
  await purgeHour(club)
  expect(await club.db.rows(sql`select from evidence`)).toHaveLength(1)
  const sentMails = (await club.mails())
    .filter(({ to }) => to === mia.email)
    .map(({ text }) => text)
  const { cases, heldCases, banEvidence } = retention
  expect(sentMails).toHaveLength(1)
  for (const words of [
    `reports about you with their evidence, encrypted (${cases.amount} months after the decision, ${heldCases.amount} years`,
    `check values of your email addresses, after a ban for ${banEvidence.amount} years`,
  ])
    expect(sentMails[0]).toContain(words)
})
