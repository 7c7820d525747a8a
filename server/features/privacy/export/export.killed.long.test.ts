import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
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

const POSTS = 40_000

test(
  'a copy whose server is killed while it is built is built by the next, and nothing half stays',
  { timeout: 300_000 },
  async () => {
    await using server = await openServer()
    const { url } = server
    const cookie = await joinClub(url)
    const signedIn = await callUrl(url, cookie, getSession, {})
    const userId = signedIn.ok ? signedIn.answer.session!.userId : ''
    const db = openDatabase(server.databaseUrl, { max: 1, statementTimeoutMs: 120_000 })
    await insertManyPosts(db, userId, POSTS)
    await db.run(sql`update sessions set proved_at = now()`)
    await db.end()
    const asked = await callUrl(url, cookie, requestExport, {})
    const id = asked.ok ? asked.answer.id : ''
    const folder = join(server.dataDir, 'files', 'exports', id)
    const files = () => readdir(folder).catch(() => [] as string[])

    await until(async () => (await files()).length > 0, { everyMs: 5 })
    await server.kill()
    expect(await files()).toEqual([expect.stringMatching(/\.part$/)])
    await server.start()

    // the queue notices the silence of whoever had it
    const isReady = async () => {
      const got = await callUrl(url, cookie, getExport, {})
      if (!got.ok) throw new Error(got.code)
      if (got.answer.export?.state === 'ready') return true
      expect(got.answer.export?.state).toBe('building')
      return false
    }
    await until(isReady, { what: 'a copy that is ready', withinMs: 240_000, everyMs: 500 })
    expect(await files()).toEqual(['archive'])
    const opened = await callUrl(url, cookie, openExport, {})
    if (!opened.ok) throw new Error(opened.code)
    const path = fetchExport.path.replace(':token', opened.answer.token)
    const response = await fetch(url + path, { headers: { cookie } })
    const copied = await unzip(Buffer.from(await response.arrayBuffer()))
    expect(copied.get('posts.csv')!.toString().trim().split('\r\n')).toHaveLength(POSTS + 1)
  },
)
