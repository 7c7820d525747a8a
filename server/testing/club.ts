import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint, RequestOf } from '#contract/endpoint.ts'
import type { VerificationStatus } from '#contract/auth.ts'
import type { AccessLevel } from '#contract/rooms.ts'
import { readConfig, type Config } from '#server/config.ts'
import { openApp } from '#server/app.ts'
import { Decoder } from '#server/platform/decoder.ts'
import { acceptTerms, consentToContent } from '#server/features/consent/consent.service.ts'
import { usernameKey } from '#server/features/profiles/profiles.policy.ts'
import { sql, type Database, type Query, type Sql } from '#server/platform/database.ts'
import { silentLog, type Log } from '#server/platform/log.ts'
import type { PaymentProvider } from '#server/platform/payments.ts'
import { COST, hashPassword } from '#server/platform/passwords.ts'
import { newToken, secretHash } from '#server/platform/secrets.ts'
import { serveClub } from '#server/serve.ts'
import { letters, uuid } from '#testing/random.ts'
import { callAt, type Result } from './call.ts'
import { openClock } from './clock.ts'
import { lendDatabase } from './lending.ts'
import { follow, type Heard } from './follow.ts'
import { openHouse } from './house.ts'
import { readMails, type TestMail } from './mails.ts'
import { suspend } from './statements.ts'

/** The legal pages that mails bring along, in short; the site itself is not built in tests. */
const SITE = join(import.meta.dirname, 'site')

// hundreds of everyday tests hash, to prove something else; those that measure or kill pay the real price
if ((process.env['TEST_KIND'] ?? 'test') === 'test')
  Object.assign(COST, { memoryCost: 64, timeCost: 1 })

export const PASSWORD = 'correct horse battery'
let passwordHash: Promise<string> | undefined

export type TestMember = {
  userId: string
  email: string
  username: string
  password: string
  sessionId: string
  cookie: string
}

type MemberFields = {
  username?: string
  email?: string
  city?: string | null
  verificationStatus?: VerificationStatus
  isAdmin?: boolean
  isModerator?: boolean
  isAdmitted?: boolean
  isConfirmed?: boolean
  suspendedUntil?: Date | string
  subscribedUntil?: Date | string
  /** The consent to content of Art. 9 GDPR; given unless it is false. */
  hasConsent?: boolean
  /** The terms in force; accepted unless it is false. */
  hasTerms?: boolean
}

// its process takes a second to start; one does for all the clubs of a process, and a test waits for it
const sharedDecoder = new Decoder({ niceness: 0 })

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
    return { app, url, close: async () => (await server.close(), await app.close()) }
  }
  const first = await open(database)
  if (config.isLocal) config.publicUrl = first.url
  house?.notify(first.url)
  const servers = [first]
  const { app } = first
  const { db } = app

  /** What a test changes by itself has been heard by every server when it goes on. */
  const heard = async <T>(change: Promise<T>): Promise<T> => {
    const result = await change
    await Promise.all(servers.map((server) => server.app.hub.catchUp()))
    return result
  }

  return {
    app,
    db: {
      ...db,
      run: (query: Query) => heard(db.run(query)),
      begin: <T>(work: (tx: Sql) => Promise<T>) => heard(db.begin(work)),
    },
    clock,
    config,
    dataDir,
    url: first.url,
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
      const userId = uuid()
      const username = fields.username ?? `Mia ${letters(16)}`
      const email = fields.email ?? `${letters(12)}@example.org`
      const status = fields.verificationStatus ?? 'none'
      const at = clockNow().toISOString()
      const hash = await (passwordHash ??= hashPassword(PASSWORD))
      await heard(
        db.begin(async (tx) => {
          await tx.run(sql`
            insert into users (id, email, password_hash, email_confirmed_at, admitted_at, created_at)
            values (${userId}, ${email.toLowerCase()}, ${hash}, ${fields.isConfirmed === false ? null : at},
              ${fields.isAdmitted === false ? null : at}, ${at})`)
          if (fields.suspendedUntil) await suspend(tx, userId, fields.suspendedUntil)
          await tx.run(sql`
            insert into profiles (id, username, username_key, city, birthdate, verification_status, verification_method, verified_at)
            values (${userId}, ${username}, ${usernameKey(username)}, ${fields.city === undefined ? 'Hamburg' : fields.city}, '1990-04-01',
              ${status}, ${status === 'verified' ? 'id_manual' : 'none'}, ${status === 'verified' ? at : null})`)
          if (fields.hasTerms !== false) await acceptTerms(app, tx, userId, 'de')
          if (fields.hasConsent !== false) await consentToContent(app, tx, userId, 'de')
          if (fields.isAdmin) await tx.run(sql`insert into user_roles values (${userId}, 'admin')`)
          if (fields.isModerator)
            await tx.run(sql`insert into user_roles values (${userId}, 'moderator')`)
          if (fields.subscribedUntil)
            await tx.run(sql`insert into paid_access values (${userId}, ${fields.subscribedUntil})`)
        }),
      )
      const session = await this.session({ userId })
      return { userId, email, username, password: PASSWORD, ...session }
    },

    /** One more signed-in browser of a member, on https with a second factor. */
    async session({ userId }: { userId: string }): Promise<{ sessionId: string; cookie: string }> {
      const token = newToken()
      const sessionId = uuid()
      const at = clockNow()
      const expires = new Date(at.getTime() + 30 * 86_400_000)
      await db.run(sql`
        insert into sessions (id, user_id, token_hash, token_since, created_at, last_used_at, expires_at, factor_at)
        values (${sessionId}, ${userId}, ${secretHash(token)},
          ${at.toISOString()}, ${at.toISOString()}, ${at.toISOString()}, ${expires.toISOString()},
          ${config.secure ? at.toISOString() : null})`)
      return { sessionId, cookie: `${config.secure ? '__Host-' : ''}session=${token}` }
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
      await heard(
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
      return callAt(url, as?.cookie, endpoint, request, { origin: config.publicUrl, ...headers })
    },

    follow: (as: { cookie: string }, url = first.url): Promise<Heard> => follow(url, as.cookie),

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
