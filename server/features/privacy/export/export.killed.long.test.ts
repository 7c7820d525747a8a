import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getSession } from '#contract/accounts/session.ts'
import { fetchExport, getExport, openExport, requestExport } from '#contract/privacy/ownData.ts'
import { lockMonths } from '#server/platform/vault/keptKeys.ts'
import { openDatabase, sql, type Database } from '#server/platform/database/database.ts'
import { callUrl } from '#testing/club/call.ts'
import { unzip, WHOLE_COPY } from '#testing/privacy/exports.ts'
import { joinClub } from '#testing/club/process/killing.ts'
import { insertManyPosts } from '#testing/fixtures/manyPosts.ts'
import { openServer } from '#testing/club/process/serverProcess.ts'
import { until } from '#testing/until.ts'

const POSTS = 40_000

type Kill = { files(): Promise<string[]>; db: Database; kill(): Promise<void> }

const moments: [when: string, killThen: (kill: Kill) => Promise<void>][] = [
  [
    'while it is built',
    async ({ files, kill }) => {
      await until(async () => (await files()).length > 0, { everyMs: 5 })
      await kill()
      expect(await files()).toEqual([expect.stringMatching(/\.part$/)])
    },
  ],
  [
    'between its file and its row',
    async ({ files, db, kill }) => {
      await until(async () => (await files()).length > 0, { everyMs: 5 })
      // nothing is ready while somebody turns the keys of a month
      let isKilled = false
      const turning = db.transaction(async (tx) => {
        await lockMonths(tx)
        await until(async () => (await files()).some((name) => WHOLE_COPY.test(name)))
        await kill()
        isKilled = true
      })
      // the database goes with its server, before or after this ends
      await turning.catch(() => {})
      expect(isKilled).toBe(true)
      expect(await files()).toEqual([expect.stringMatching(WHOLE_COPY)])
    },
  ],
]

test.each(moments)(
  'a copy whose server is killed %s is built by the next, and nothing of the first stays',
  { timeout: 300_000 },
  async (_, killThen) => {
    await using server = await openServer()
    const { url } = server
    const cookie = await joinClub(url)
    const signedIn = await callUrl(url, cookie, getSession, {})
    const userId = signedIn.ok ? signedIn.answer.session!.userId : ''
    const db = openDatabase(server.databaseUrl, { max: 1, statementTimeoutMs: 120_000 })
    await insertManyPosts(db, userId, POSTS)
    await db.run(sql`update sessions set proved_at = now()`)
    const requested = await callUrl(url, cookie, requestExport, {})
    const id = requested.ok ? requested.answer.id : ''
    const folder = join(server.dataDir, 'files', 'exports', id)
    const files = () => readdir(folder).catch(() => [] as string[])

    await killThen({ files, db, kill: () => server.kill() })
    await db.end()
    await server.start()

    // the queue notices the silence of the process that had it
    const isReady = async () => {
      const got = await callUrl(url, cookie, getExport, {})
      if (!got.ok) throw new Error(got.code)
      if (got.answer.export?.state === 'ready') return true
      expect(got.answer.export?.state).toBe('building')
      return false
    }
    await until(isReady, { what: 'a copy that is ready', withinMs: 240_000, everyMs: 500 })
    await until(async () => (await files()).length === 1, { what: 'the file of one try' })
    expect(await files()).toEqual([expect.stringMatching(WHOLE_COPY)])
    const opened = await callUrl(url, cookie, openExport, {})
    if (!opened.ok) throw new Error(opened.code)
    const path = fetchExport.path.replace(':token', opened.answer.token)
    const response = await fetch(url + path, { headers: { cookie } })
    const copied = await unzip(Buffer.from(await response.arrayBuffer()))
    expect(copied.get('posts.csv')!.toString().trim().split('\r\n')).toHaveLength(POSTS + 1)
  },
)
