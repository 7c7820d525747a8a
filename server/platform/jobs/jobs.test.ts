import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { PgBoss } from 'pg-boss'
import pino from 'pino'
import { expect, test } from 'vitest'
import { requestPasswordReset } from '#contract/accounts/auth.ts'
import { openApp } from '#server/app.ts'
import { jobSchedule } from '#server/jobs.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { openMailServer } from '#testing/club/mailServer.ts'
import { silentLog } from '#server/platform/process/log.ts'

test('a job is queued with its transaction, or not at all', async () => {
  await using club = await openClub()
  const { email } = await club.member()
  const failed = club.db.transaction(async (tx) => {
    await club.app.jobs.send(tx, 'mail_reset', { email })
    throw new Error('changed our mind')
  })
  await expect(failed).rejects.toThrow('changed our mind')
  expect(await club.mails()).toEqual([])
  await club.db.transaction((tx) => club.app.jobs.send(tx, 'mail_reset', { email }))
  expect(await club.mails()).toHaveLength(1)
  expect(await club.mails()).toHaveLength(1)
})

test('a sweep that takes long is left to it, and none begins beside it', async () => {
  await using club = await openClub()
  const workers = await Promise.all(
    [1, 2].map(() => openApp(club.config, club.databaseUrl, { log: silentLog })),
  )
  const states = async () =>
    (
      await club.db.rows<{ state: string }>(sql`
        select state from pgboss.job where name = 'forget_role_changes' order by state`)
    ).map(({ state }) => state)
  const send = () => club.app.jobs.send(club.db, 'forget_role_changes', {})
  await club.db.transaction(async (tx) => {
    await tx.run(sql`lock table role_changes in access exclusive mode`)
    await Promise.all([send(), send(), send()])
    await expect.poll(states).toContain('active')
    await lookAfter(club, 'forget_role_changes', { isRunningFor: '1 hour' })
    expect(await states()).toEqual(['created', 'created', 'active'])
  })
  await expect.poll(states).toContain('completed')
  for (const worker of workers) await worker.close()
})

test('what an older version did by the clock, and this one does not, is done no longer', async () => {
  await using club = await openClub()
  await club.db.run(
    sql`insert into pgboss.schedule (name, cron) values ('mail_reset', '* * * * *')`,
  )
  const worker = await openApp(club.config, club.databaseUrl, { log: silentLog })
  const names = await club.db.rows<{ name: string }>(sql`select name from pgboss.schedule`)
  expect(names.map(({ name }) => name).sort()).toEqual(Object.keys(jobSchedule).sort())
  await worker.close()
})

test('a queue of an older version becomes what it is in this one', async () => {
  await using club = await openClub()
  const kinds = () =>
    club.db.rows(sql`
      select name, policy, expire_seconds, heartbeat_seconds, retry_limit from pgboss.queue order by name`)
  const before = await kinds()
  await club.app.jobs.send(club.db, 'keep_retention', {})
  await club.db.run(sql`
    update pgboss.queue set policy = 'standard', expire_seconds = 60, heartbeat_seconds = null,
      retry_limit = 1 where name !~ '^__'`)
  await club.db.run(sql`update pgboss.job set policy = 'standard'`)
  const next = await openApp(club.config, club.databaseUrl, { log: silentLog, work: false })
  expect(await kinds()).toEqual(before)
  expect(await club.db.rows(sql`select policy from pgboss.job`)).toEqual([{ policy: 'singleton' }])
  await next.close()
})

test('several processes work on one queue, and each job is done once', async () => {
  await using club = await openClub()
  const { email } = await club.member()
  const workers = await Promise.all(
    [1, 2].map(() => openApp(club.config, club.databaseUrl, { log: silentLog })),
  )
  for (let i = 0; i < 4; i += 1)
    await club.call(null, requestPasswordReset, { body: { email: 'nobody@example.org' } })
  for (let i = 0; i < 5; i += 1) await club.call(null, requestPasswordReset, { body: { email } })
  const waiting = async () =>
    (
      await club.db.row<{ n: number }>(sql`
        select count(*) as n from pgboss.job where name = 'mail_reset' and state <> 'completed'`)
    )?.n
  await expect.poll(waiting).toBe(0)
  expect(await club.mails()).toHaveLength(5)
  for (const worker of workers) await worker.close()
})

test('a mail the server does not take is tried again, and neither log nor queue keeps the address', async () => {
  const lines: string[] = []
  const sink = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) })
  // a mail server that refuses every recipient for now, and says whom
  const refusing = createServer((socket) => {
    socket.write('220 test\r\n')
    socket.on('error', () => {})
    socket.on('data', (data) => {
      const line = String(data)
      if (line.startsWith('RCPT')) socket.write(`450 no ${line.trim()} here now\r\n`)
      else socket.write('250 ok\r\n')
    })
  }).listen(0, '127.0.0.1')
  await once(refusing, 'listening')
  const smtpUrl = `smtp://127.0.0.1:${(refusing.address() as AddressInfo).port}`

  await using club = await openClub({ config: { smtpUrl }, log: pino(sink) })
  const { email } = await club.member({ email: 'mia@example.org' })
  await club.call(null, requestPasswordReset, { body: { email } })
  expect(await club.mails()).toEqual([])
  const queued = await club.db.row<{ state: string; output: string }>(
    sql`select state, output::text from pgboss.job where name = 'mail_reset'`,
  )
  expect(queued?.state).toBe('retry')
  expect(queued?.output).not.toContain(email)
  expect(lines.join('')).toContain('a job failed')
  expect(lines.join('')).not.toContain(email)
  expect(lines.join('')).not.toContain('given up')

  // so many tries are four days and a half: the first ten last an hour and a half, then one comes each hour
  await club.db.run(sql`update pgboss.job set retry_count = 115`)
  await club.app.jobs.drain({ later: true })
  expect(await club.db.rows(sql`select state from pgboss.job`)).toEqual([{ state: 'retry' }])
  expect(lines.join('')).not.toContain('given up')

  await club.db.run(sql`update pgboss.job set retry_count = retry_limit - 1`)
  await club.app.jobs.drain({ later: true })
  expect(await club.db.rows(sql`select state from pgboss.job`)).toEqual([{ state: 'failed' }])
  const { level } = JSON.parse(lines.find((line) => line.includes('given up')) ?? '{}')
  expect(level).toBe(pino.levels.values.error)
  await club.call(null, requestPasswordReset, { body: { email } })

  club.config.smtpUrl = null
  await club.app.jobs.drain({ later: true })
  expect((await club.mails()).map(({ to }) => to)).toEqual([email])
  refusing.close()
})

test('what is done stays done, whatever hangs beside it', async () => {
  // a mail server that takes one mail and leaves the other waiting for its answer
  const lines: Socket[] = []
  const taken: string[] = []
  const slow = createServer((socket) => {
    lines.push(socket.on('error', () => {}))
    socket.write('220 test\r\n')
    socket.on('data', (data) => {
      const line = String(data)
      if (line.startsWith('RCPT')) taken.push(line.trim())
      if (!line.startsWith('RCPT') || line.includes('mia@')) socket.write(answerTo(line))
    })
  }).listen(0, '127.0.0.1')
  await once(slow, 'listening')
  const smtpUrl = `smtp://127.0.0.1:${(slow.address() as AddressInfo).port}`

  await using club = await openClub({ config: { smtpUrl } })
  for (const email of ['mia@example.org', 'tom@example.org']) {
    await club.member({ email })
    await club.call(null, requestPasswordReset, { body: { email } })
  }
  const worker = await openApp(club.config, club.databaseUrl, { log: silentLog })
  const states = async () =>
    (
      await club.db.rows<{ state: string }>(sql`
        select state from pgboss.job where name = 'mail_reset' order by data ->> 'email'`)
    ).map(({ state }) => state)
  await expect.poll(() => taken.length).toBe(2)
  await expect.poll(states).toEqual(['completed', 'active'])
  // twenty seconds for each of a dozen answers is slow, and no reason to send it again
  await lookAfter(club, 'mail_reset', { isRunningFor: '4 minutes' })
  expect(await states()).toEqual(['completed', 'active'])
  for (const line of lines) line.destroy()
  await worker.close()
  slow.close()
})

test('a mail server that hangs for one recipient holds up no later mail', async () => {
  await using server = await openMailServer()
  await using club = await openClub({ config: { smtpUrl: server.url } })
  const worker = await openApp(club.config, club.databaseUrl, { log: silentLog })
  const askReset = async (email: string) => {
    await club.member({ email })
    await club.call(null, requestPasswordReset, { body: { email } })
  }
  server.hanging.add('tom@example.org')
  await askReset('tom@example.org')
  await expect.poll(() => server.commands).toContain('tom@example.org')
  for (const email of ['mia@example.org', 'ben@example.org', 'eva@example.org']) {
    await askReset(email)
    await expect.poll(() => server.taken.map(({ to }) => to)).toContain(email)
  }
  const states = await club.db.rows<{ state: string }>(
    sql`select state from pgboss.job where data ->> 'email' = 'tom@example.org'`,
  )
  expect(states).toEqual([{ state: 'active' }])
  server.hangUp()
  await worker.close()
})

/** Looks for what is taken for lost in a queue whose work runs for so long, and whose process beats. */
async function lookAfter(club: Club, queue: string, { isRunningFor }: { isRunningFor: string }) {
  await club.db.run(sql`
    update pgboss.job set started_on = started_on - ${isRunningFor}::interval where state = 'active'`)
  await club.db.run(sql`update pgboss.queue set monitor_on = null, monitor_claim_on = null`)
  const { databaseUrl: connectionString } = club
  const boss = new PgBoss({ connectionString, max: 1, supervise: false, schedule: false })
  await boss.start()
  await boss.supervise(queue)
  await boss.stop()
}

const answerTo = (line: string) =>
  line.startsWith('DATA')
    ? '354 go on\r\n'
    : /^(EHLO|MAIL|RCPT|QUIT)|\r\n\.\r\n$/.test(line)
      ? '250 ok\r\n'
      : ''
