import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { signUp } from '#contract/admission/signup.ts'
import { requestPasswordReset } from '#contract/accounts/auth.ts'
import { jobSchedule } from '#server/jobs.ts'
import { openDatabase, sql } from '#server/platform/database/database.ts'
import { callUrl } from '#testing/club/call.ts'
import { cloneDatabase } from '#testing/club/database/cluster.ts'
import { folder, start } from '#testing/club/process/starting.ts'
import { readMails } from '#testing/fixtures/mails.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'

test('one process answers and only queues, another works on jobs and only says how it is', async () => {
  const { url: DATABASE_URL, drop } = await cloneDatabase()
  onTestFinished(drop)
  const db = openDatabase(DATABASE_URL, { max: 1 })
  onTestFinished(() => db.end())
  const [shared, DATA_DIR] = [await folder(), await folder()]
  const KEK_FILE = join(shared, 'kek')
  const DATABASE_URL_FILE = join(shared, 'database')
  await writeFile(DATABASE_URL_FILE, `${DATABASE_URL}\n`)

  const web = start({ ROLE: 'web', DATA_DIR, DATABASE_URL, KEK_FILE })
  const url = await web.url()
  const request = newcomer()
  const { email } = request.body
  expect(await callUrl(url, undefined, signUp, request)).toMatchObject({ ok: true })
  const ask = () => callUrl(url, undefined, requestPasswordReset, { body: { email } })
  expect(await ask()).toMatchObject({ ok: true })
  const states = async () =>
    (
      await db.rows<{ state: string }>(
        sql`select state::text from pgboss.job where name = 'mail_reset'`,
      )
    ).map(({ state }) => state)
  const scheduled = async () => (await db.rows(sql`select from pgboss.schedule`)).length
  expect(await states()).toEqual(['created'])
  expect(await scheduled()).toBe(0)
  const mails = () => readMails(join(DATA_DIR, 'mail'))
  expect(await mails()).toEqual([])

  const worker = start({
    ROLE: 'worker',
    DATA_DIR,
    DATABASE_URL_FILE,
    KEK_FILE,
    PUBLIC_URL: url,
  })
  const health = await worker.url()
  expect(worker.words()).toContain('works on jobs')
  await ask()
  await expect.poll(states).toEqual(['completed', 'completed'])
  expect(await scheduled()).toBe(Object.keys(jobSchedule).length)
  expect((await mails()).map(({ to }) => to)).toEqual([email, email])
  for (const { text } of await mails()) expect(text).toContain(`${url}/`)

  for (const path of ['/healthz', '/readyz'])
    expect((await fetch(`${health}${path}`)).status).toBe(200)
  for (const path of ['/', '/api/auth/session', '/api/live', '/imprint']) {
    const answer = await fetch(`${health}${path}`)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toContain('text/plain')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect((await fetch(`${health}${signUp.path}`, { method: 'POST' })).status).toBe(404)

  for (const club of [web, worker]) club.child.kill('SIGTERM')
  expect(await Promise.all([web.over, worker.over])).toEqual([0, 0])
})
