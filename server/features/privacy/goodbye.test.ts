import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import pino from 'pino'
import { expect, test } from 'vitest'
import { openApp } from '#server/app.ts'
import { sql } from '#server/platform/database.ts'
import { openClub, type Club } from '#server/testing/club.ts'
import { isThere, leave, purgeHour } from '#server/testing/leaving.ts'
import { purgeDue } from './purge.service.ts'

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
  await expect.poll(() => queued(club, mia.email), { timeout: 8_000 }).toEqual([])
  await worker.close()
  const mails = (await club.mails()).filter(({ to }) => to === mia.email)
  expect(mails.map(({ subject }) => subject)).toEqual(['Your account has been deleted'])
  expect(lines).toEqual([])
})

test('a mail server that is away keeps nobody’s data: the mail follows, the rest is gone in time', async () => {
  let isAway = true
  const heard: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (isAway) return socket.destroy()
    let isMail = false
    socket.write('220 test\r\n')
    return socket.on('data', (data) => {
      const text = String(data)
      heard.push(text)
      if (text.startsWith('DATA')) {
        isMail = true
        socket.write('354 go on\r\n')
      } else if (!isMail || text.endsWith('\r\n.\r\n')) {
        isMail = false
        socket.write('250 ok\r\n')
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  await using club = await openClub({ now: NOW, config: { smtpUrl } })
  const mia = await club.member({ email: 'mia-canary@example.org' })
  await leave(club, mia)
  await club.app.jobs.drain()
  club.clock.advance({ days: 30 })
  await purgeHour(club)
  expect(await isThere(club, mia)).toBe(false)
  expect(await queued(club, mia.email)).toMatchObject([
    { name: 'mail_account_purged', state: 'retry' },
  ])
  isAway = false
  await club.app.jobs.drain({ later: true })
  expect(heard.filter((text) => text.startsWith('RCPT'))).toEqual([`RCPT TO:<${mia.email}>\r\n`])
  expect(await queued(club, mia.email)).toEqual([])
  server.close()
})

test('whoever took the account over is not the only one to hear of its end', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const change = (email: string, hoursAgo: number) =>
    club.db.run(sql`
      insert into email_changes (id, user_id, old_email, new_email, requested_at, confirmed_at, expires_at)
      select gen_random_uuid(), ${mia.userId}, ${email}, ${mia.email}, t, t, t
      from (select ${NOW}::timestamptz - make_interval(hours => ${hoursAgo}::int) as t) at`)
  await change('before@example.org', 47)
  await change('long-before@example.org', 49)
  await leave(club, mia)
  const told = (await club.mails()).filter(({ text }) => text.includes('/#stay='))
  expect(told.map(({ to }) => to).sort()).toEqual(['before@example.org', mia.email].sort())
})
