import { mkdtemp, rm, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, dirname } from 'node:path'
import type { Endpoint, RequestOf } from '#contract/endpoint.ts'
import type { AccessLevel } from '#contract/rooms/rooms.ts'
import { readConfig, type Config } from '#server/config.ts'
import { openApp, keyPath } from '#server/app.ts'
import { Decoder } from '#server/platform/decoding/decoder.ts'
import { sql, type Database, type Query, type Sql } from '#server/platform/database/database.ts'
import { storeIdPath } from '#server/platform/files/storeId.ts'
import { silentLog, type Log } from '#server/platform/process/log.ts'
import type { PaymentProvider } from '#server/platform/payments.ts'
import { COST } from '#server/platform/vault/passwords.ts'
import { serveClub } from '#server/serve.ts'
import { letters, uuid, bytes } from '#testing/random.ts'
import { callUrl, type Result } from './call.ts'
import { openClock } from './clock.ts'
import { lendDatabase } from './database/lending.ts'
import { follow, type FollowedStream } from '#testing/fixtures/follow.ts'
import { openHouse } from '#testing/billing/house.ts'
import { readMails, type TestMail } from '#testing/fixtures/mails.ts'
import {
  newMember,
  newSession,
  PASSWORD,
  type MemberFields,
  type TestMember,
} from '#testing/fixtures/members.ts'
import { suspend } from '#testing/moderation/statements.ts'

/** The legal pages that mails bring along, in short; the site itself is not built in tests. */
const SITE = join(import.meta.dirname, 'site')

// hundreds of everyday tests hash, to prove something else; those that measure or kill pay the real price
if ((process.env['TEST_KIND'] ?? 'test') === 'test')
  Object.assign(COST, { memoryCost: 64, timeCost: 1 })

export { PASSWORD, type TestMember }

// its process takes a second to start; one does for all the clubs of a process, and a test waits for it
const sharedDecoder = new Decoder({ niceness: 0, mostMembers: Infinity })

/**
 * A whole club of its own: a fresh database, the real app on a real port, a clock to turn, and
 * members to act as. Without `now` the clock runs; with it, it stands until it is moved.
 */
export async function openClub({
  now,
  config: overrides = {},
  log = silentLog,
  decoder = sharedDecoder,
  payments,
}: {
  now?: Date | string
  config?: Partial<Config>
  log?: Log
  decoder?: Decoder
  /** Switches payments on: with the house provider (`club.house`), or with one of the test's own. */
  payments?: 'house' | PaymentProvider
} = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-test-'))
  const database = await lendDatabase()
  const { now: clockNow, clock } = openClock(now)

  const config: Config = { ...readConfig({ DATA_DIR: dataDir }), ...overrides }
  await layFolders(config)
  const house = payments === 'house' ? await openHouse(dataDir, clockNow) : null
  const provider = house?.provider ?? (payments as PaymentProvider | undefined)
  if (provider) config.payments = provider.name
  const open = async (connections?: { db: Database; queue: Database }) => {
    const app = await openApp(config, database.url, {
      ...(connections && { connections }),
      now: clockNow,
      log,
      work: false,
      decoder,
      ...(provider && { payments: provider }),
      siteFolder: SITE,
    })
    const server = await serveClub(app, {
      host: '127.0.0.1',
      port: 0,
      strict: true,
      sharesLoop: true,
      site: dataDir,
    })
    const url = `http://127.0.0.1:${server.port}`
    return {
      app,
      url,
      seen: server.seen,
      close: async () => (await server.close(), await app.close()),
    }
  }
  const first = await open(database)
  if (config.isLocal) config.publicUrl = first.url
  house?.notify(first.url)
  const servers = [first]
  const { app } = first
  const { db } = app

  /** What a test changes by itself has been heard by every server when it goes on. */
  const flushed = async <T>(change: Promise<T>): Promise<T> => {
    const result = await change
    await Promise.all(servers.map((server) => server.app.bus.flush()))
    return result
  }

  return {
    app,
    db: {
      ...db,
      run: (query: Query) => flushed(db.run(query)),
      transaction: <T>(work: (tx: Sql) => Promise<T>) => flushed(db.transaction(work)),
    },
    clock,
    config,
    dataDir,
    url: first.url,
    seen: first.seen,
    databaseUrl: database.url,

    /** The house provider, where payments are switched on with it. */
    get house() {
      if (!house) throw new Error("this club was not opened with payments: 'house'")
      return house
    },

    /** Another server process's worth of app on the same database. */
    async secondServer() {
      const server = await open()
      servers.push(server)
      return server
    },

    async member(fields: MemberFields = {}): Promise<TestMember> {
      const { member, insert } = await newMember({ config, now: clockNow() }, fields)
      const { suspendedUntil } = fields
      await flushed<unknown>(
        suspendedUntil
          ? db.transaction(async (tx) => {
              await tx.run(insert)
              await suspend(tx, member.userId, suspendedUntil)
            })
          : db.run(insert),
      )
      return member
    },

    /** One more signed-in browser of a member, on https with a second factor. */
    async session({ userId }: { userId: string }): Promise<{ sessionId: string; cookie: string }> {
      const { session, insert } = newSession({ config, now: clockNow() }, userId)
      await db.run(insert)
      return session
    },

    async room(
      fields: {
        slug?: string
        name?: string
        accessLevel?: AccessLevel | (string & {})
        isActive?: boolean
      } = {},
    ): Promise<{ id: string; slug: string }> {
      const id = uuid()
      const slug = fields.slug ?? `room-${letters(8)}`
      await db.run(sql`
        insert into rooms (id, slug, name, access_level, is_active, created_at)
        values (${id}, ${slug}, ${fields.name ?? 'Room'}, ${fields.accessLevel ?? 'free'},
          ${fields.isActive ?? true}, ${clockNow().toISOString()})`)
      return { id, slug }
    },

    async join(member: { userId: string }, room: { id: string }): Promise<void> {
      await flushed(
        db.run(sql`
        insert into room_members (room_id, user_id, created_at)
        values (${room.id}, ${member.userId}, ${clockNow().toISOString()}) on conflict do nothing`),
      )
    },

    /** Calls an endpoint as somebody, or as a visitor. `headers` overrides what a browser would send. */
    call<E extends Endpoint>(
      as: { cookie: string } | null,
      endpoint: E,
      request: RequestOf<E>,
      { headers = {}, url = first.url }: { headers?: Record<string, string>; url?: string } = {},
    ): Promise<Result<E>> {
      return callUrl(url, as?.cookie, endpoint, request, { origin: config.publicUrl, ...headers })
    },

    follow: (as: { cookie: string }, url = first.url): Promise<FollowedStream> =>
      follow(url, as.cookie),

    /** Runs the waiting jobs to their end and answers every mail written so far. */
    async mails(): Promise<TestMail[]> {
      await app.jobs.drain()
      return readMails(join(dataDir, 'mail'))
    },

    async [Symbol.asyncDispose]() {
      await house?.close()
      for (const server of servers) await server.close()
      await database.giveBack()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type Club = Awaited<ReturnType<typeof openClub>>

/**
 * The folders of a club as its first start makes them, for which no test waits until they are on the disk:
 * thousands of tests open a club, and none of those is about a power cut.
 */
async function layFolders(config: Config): Promise<void> {
  const files = [
    [`${keyPath(config)}.lasting`, bytes(32)],
    [storeIdPath(config.dataDir), `${uuid()}\n`],
  ] as const
  await Promise.all(
    files.map(async ([path, content]) => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // what is there already is another club's of the same test
      await writeFile(path, content, { flag: 'wx', mode: 0o600 }).catch(() => {})
    }),
  )
}
