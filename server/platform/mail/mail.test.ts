import { watch } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { admit } from '#contract/admission/admission.ts'
import { joinWaitlist } from '#contract/admission/waitlist.ts'
import { confirmEmail, requestPasswordReset, resendConfirmation } from '#contract/accounts/auth.ts'
import { getSession } from '#contract/accounts/session.ts'
import { openRecovery } from '#contract/accounts/recovery.ts'
import { saveNotifications } from '#contract/notifications/notifications.ts'
import { UNSAID } from '#server/features/notifications/settings.policy.ts'
import { sendDigests } from '#server/features/notifications/digest/digest.service.ts'
import { sql } from '#server/platform/database/database.ts'
import { insertEntry } from '#testing/fixtures/admission.ts'
import { insertPost, waveToPost } from '#testing/fixtures/notifications.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import { openMailServer, type MailServer } from '#testing/club/mailServer.ts'
import { readMail } from '#testing/fixtures/mails.ts'

const NOON = '2026-05-04T10:00:00.000Z'

async function openPost(now?: string) {
  const server = await openMailServer()
  const lounge = await openLounge({
    config: { smtpUrl: server.url, emailConfirmation: 'required' },
    ...(now && { now }),
  })
  const { club } = lounge
  return {
    ...lounge,
    server,
    club,
    askReset: async (email: string) => {
      await club.call(null, requestPasswordReset, { body: { email } })
      await club.app.jobs.drain()
    },
    again: () => club.app.jobs.drain({ later: true }),
    states: async () =>
      (await club.db.rows<{ state: string }>(sql`select state from pgboss.job order by 1`)).map(
        ({ state }) => state,
      ),
    async [Symbol.asyncDispose]() {
      await lounge[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

const header = ({ taken }: MailServer, name: string) =>
  taken.map(({ source }) => new RegExp(`^${name}: (.*)\\r$`, 'im').exec(source)?.[1])

test.each([
  ['the address, for good', '550 5.1.1 nobody here', 'completed'],
  ['the address, without a longer number', '553 no such mailbox', 'completed'],
  ['who sends, for good', '550 5.7.1 not from you', 'completed'],
  ['the address the club sends from', '550 5.1.8 Sender address rejected', 'retry'],
  ['the address, for now', '451 4.7.1 greylisted', 'retry'],
  ['everything, for now', '421 busy', 'retry'],
  ['whom it does not know, until the club logs in', '530 Authentication required', 'retry'],
])(
  'a mail server that refuses %s, is asked again only where that helps',
  async (_, refusal, state) => {
    await using post = await openPost()
    const { club, server, askReset, again, states } = post
    const { email } = await club.member()
    Object.assign(server, { refusal }).refused.add(email)
    await askReset(email)
    expect(await states()).toEqual([state])
    server.refused.clear()
    await again()
    expect(server.taken).toHaveLength(state === 'retry' ? 1 : 0)
  },
)

test('a mail that arrived, though nobody said so, comes again as the same mail, and either copy opens what it should', async () => {
  await using post = await openPost()
  const { club, server, askReset, again } = post
  const { email } = await club.member()
  server.isSilent = true
  await askReset(email)
  club.clock.advance({ minutes: 3 })
  server.isSilent = false
  await again()
  expect(server.taken).toHaveLength(2)
  const [ids, dates] = [header(server, 'Message-ID'), header(server, 'Date')]
  expect(ids[0]).toMatch(/^<[0-9a-f]{32}@[\w.-]+>$/)
  expect([ids[1], dates[1]]).toEqual([ids[0], dates[0]])
  const mails = await Promise.all(server.taken.map(({ source }) => readMail(source)))
  const links = mails.map(({ text }) => /#token=([\w-]+)/.exec(text)?.[1])
  expect(links[1]).toBe(links[0])
  // another request is another mail
  await askReset(email)
  expect(new Set(header(server, 'Message-ID')).size).toBe(2)
  const opened = await club.call(null, openRecovery, { body: { token: links[0]! } })
  expect(opened).toMatchObject({ ok: true })
})

test('the heads of a mail are ASCII, whatever the club and its domain are called', async () => {
  await using server = await openMailServer()
  await using club = await openClub({
    config: { smtpUrl: server.url, mailFrom: 'Rot & Blau: Köln <club@müller.de>' },
  })
  const { email } = await club.member()
  await club.call(null, requestPasswordReset, { body: { email } })
  await club.app.jobs.drain()
  expect(header(server, 'Message-ID')[0]).toMatch(/^<[0-9a-f]{32}@xn--mller-kva\.de>$/)
  const [head = ''] = server.taken[0]?.source.split('\r\n\r\n') ?? []
  expect([...head].filter((sign) => sign > '~')).toEqual([])
})

const isTold = async (club: Club, member: { cookie: string }) => {
  const response = await club.call(member, getSession, {})
  return response.ok && response.answer.session?.isMailRefused
}

test('an address refused for good three times gets only mails somebody waits for, until it is confirmed again; its member reads so', async () => {
  await using post = await openPost(NOON)
  const { club, server, guest, askReset } = post
  const [mia, ben] = [await guest(), await guest()]
  const body = { ...UNSAID, hasDigest: true }
  await club.call(mia, saveNotifications, { body })
  const digest = async () => {
    await waveToPost(club, ben, await insertPost(club, mia, { slug: 'lounge' }, 'Hallo'))
    club.clock.advance({ hours: 24 })
    await sendDigests(club.app)
    await club.app.jobs.drain()
    return server.taken.filter(({ source }) => /^Subject: Something new/m.test(source)).length
  }
  expect(await digest()).toBe(1)
  const phone = await club.session(mia)
  server.refused.add(mia.email)
  await askReset(mia.email)
  await askReset(mia.email)
  expect(await isTold(club, phone)).toBe(false)
  club.clock.advance({ hours: 2 })
  await askReset(mia.email)
  expect(await isTold(club, phone)).toBe(true)

  // it would be taken again, and that alone says little
  server.refused.clear()
  expect(await digest()).toBe(1)
  await askReset(mia.email)
  expect(await digest()).toBe(1)
  const laptop = await club.session(mia)
  expect(await isTold(club, laptop)).toBe(true)

  await club.call(null, resendConfirmation, { body: { email: mia.email } })
  await club.app.jobs.drain()
  const { text } = await readMail(server.taken.at(-1)!.source)
  const token = /#confirm=([\w-]+)/.exec(text)?.[1]
  expect(await club.call(null, confirmEmail, { body: { token: token! } })).toMatchObject({
    ok: true,
  })
  expect(await isTold(club, laptop)).toBe(false)
  expect(await digest()).toBe(2)
})

test('an address refused for good three times is mailed no invitation when an admin lets it in', async () => {
  await using post = await openPost(NOON)
  const { club, server } = post
  const admin = await club.member({ isAdmin: true })
  const [gone, there] = [await insertEntry(club), await insertEntry(club)]
  server.refused.add(gone.email)
  for (let times = 0; times < 3; times += 1) {
    await club.call(null, joinWaitlist, { body: { email: gone.email } })
    await club.app.jobs.drain()
    club.clock.advance({ hours: 1 })
  }
  // it would be taken again, and that alone says little
  server.refused.clear()
  const body = { ids: [gone.id, there.id] }
  expect(await club.call(admin, admit, { body })).toMatchObject({ answer: { admitted: 2 } })
  await club.app.jobs.drain()
  expect(server.taken.map(({ to }) => to)).toEqual([there.email])
})

test.each([
  ['Google', '550-5.1.1 The email account does not exist.\r\n550 5.1.1 Please try again - gsmtp'],
  ['Google, closed', '550 5.2.1 The email account that you tried to reach is inactive'],
  ['Exchange', '550 5.4.1 Recipient address rejected: Access denied. AS(201806281)'],
  ['Outlook', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).'],
  ['GMX', '550 Requested action not taken: mailbox unavailable'],
  ['Postfix', '550 5.1.1 <x>: Recipient address rejected: User unknown in virtual mailbox table'],
  ['Cisco', '550 #5.1.0 Address rejected.'],
  ['a domain without mail', '556 5.1.10 Recipient address has null MX'],
])('as %s says it, nobody has the address, and its member is told', async (_, refusal) => {
  await using post = await openPost(NOON)
  const { club, server, askReset } = post
  const member = await club.member()
  Object.assign(server, { refusal }).refused.add(member.email)
  for (let times = 0; times < 3; times += 1) {
    await askReset(member.email)
    club.clock.advance({ hours: 1 })
  }
  expect(await isTold(club, member)).toBe(true)
})

test('what a mail server refuses because of rules, a full mailbox or who sends says nothing of the address', async () => {
  await using post = await openPost(NOON)
  const { club, server, askReset } = post
  const member = await club.member()
  server.refused.add(member.email)
  for (const refusal of [
    '550 5.7.1 blocked',
    '552 5.2.2 mailbox full',
    '554 5.7.26 no alignment',
    '550 5.1.8 Sender address rejected: Domain not found',
    '553 5.1.7 bad sender',
    '552-Requested mail action aborted: exceeded storage allocation\r\n552 see the help pages',
    '554 Transaction failed: policy',
    '552 Quota exceeded',
    '550-5.7.26 Your email has been blocked because the sender is unauthenticated.\r\n550 5.7.26 gsmtp',
    // as Exim and Cisco say it
    '550 relay not permitted',
    '550 Sender verify failed',
    '550 #5.7.1 Your access was rejected for poor reputation',
  ]) {
    server.refusal = refusal
    await askReset(member.email)
    club.clock.advance({ hours: 1 })
  }
  expect(await isTold(club, member)).toBe(false)
})

test('a watcher of the folder of mails sees each once, and complete', async () => {
  await using club = await openClub()
  const folder = join(club.dataDir, 'mail')
  const { email } = await club.member()
  const seen = new Set<string>()
  await mkdir(folder, { recursive: true })
  const watcher = watch(folder, (_, name) => void (name && seen.add(name)))
  for (let n = 0; n < 3; n += 1) {
    await club.app.jobs.send(club.db, 'mail_reset', { email })
    await club.app.jobs.drain()
  }
  await expect.poll(() => [...seen].filter((name) => name.endsWith('.eml')).length).toBe(3)
  watcher.close()
  expect([...seen].filter((name) => name.startsWith('.'))).toEqual([])
  expect((await readdir(folder)).filter((name) => !name.endsWith('.eml'))).toEqual([])
})
