import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { getSession } from '#contract/accounts/session.ts'
import { fetchExport, getExport, openExport, requestExport } from '#contract/privacy/ownData.ts'
import { openDatabase, sql } from '#server/platform/database/database.ts'
import { callUrl } from '#testing/club/call.ts'
import { unzip } from '#testing/privacy/exports.ts'
import { joinClub } from '#testing/club/process/killing.ts'
import { insertManyPosts } from '#testing/fixtures/manyPosts.ts'
import { openServer } from '#testing/club/process/serverProcess.ts'
import { until } from '#testing/until.ts'

const POSTS = 100_000
const MOST_MS = 30_000
const MOST_MIB = 300

const residentMib = (pid: number) =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024

test(`${POSTS} posts are copied within ${MOST_MS / 1000} s, in ${MOST_MIB} MiB of memory more at most`, async () => {
  await using server = await openServer()
  const { url } = server
  const cookie = await joinClub(url)
  const signedIn = await callUrl(url, cookie, getSession, {})
  const userId = signedIn.ok ? signedIn.answer.session!.userId : ''
  const db = openDatabase(server.databaseUrl, { max: 1, statementTimeoutMs: 120_000 })
  await insertManyPosts(db, userId, POSTS)
  await db.run(sql`update sessions set proved_at = now()`)
  await db.end()

  const before = residentMib(server.pid())
  let most = before
  const since = performance.now()
  const result = await callUrl(url, cookie, requestExport, {})
  expect(result).toMatchObject({ ok: true })
  const seen: number[] = []
  const isReady = async () => {
    most = Math.max(most, residentMib(server.pid()))
    const got = await callUrl(url, cookie, getExport, {})
    if (!got.ok) throw new Error(got.code)
    seen.push(got.answer.export!.progress)
    return got.answer.export!.state === 'ready'
  }
  await until(isReady, { what: 'a copy that is ready', withinMs: 300_000, everyMs: 100 })
  const ms = performance.now() - since

  const opened = await callUrl(url, cookie, openExport, {})
  if (!opened.ok) throw new Error(opened.code)
  const path = fetchExport.path.replace(':token', opened.answer.token)
  const response = await fetch(url + path, { headers: { cookie } })
  const files = await unzip(Buffer.from(await response.arrayBuffer()))
  most = Math.max(most, residentMib(server.pid()))
  const { data } = JSON.parse(files.get('export.json')!.toString()) as {
    data: { posts: { items: unknown[] } }
  }
  expect(data.posts.items).toHaveLength(POSTS)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect({ ms, mib: most - before }).toEqual({
    ms: expect.toSatisfy((value: number) => value < MOST_MS),
    mib: expect.toSatisfy((value: number) => value < MOST_MIB),
  })
  process.stdout.write(`${POSTS} posts: ${Math.round(ms)} ms, ${Math.round(most - before)} MiB\n`)
})
