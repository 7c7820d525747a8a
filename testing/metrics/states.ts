// Each state an alert is about, brought about in a real club.
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { getBilling } from '#contract/billing/billing.ts'
import { addPhoto } from '#contract/members/ownPhotos.ts'
import { requestPasswordReset } from '#contract/accounts/auth.ts'
import { noteBackup } from '#server/cli/backup/lastBackups.ts'
import { keepRetention } from '#server/features/privacy/retention/retention.service.ts'
import { openNatsTransport } from '#server/platform/transport/transport.nats.ts'
import { Decoder } from '#server/platform/decoding/decoder.ts'
import { sql } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/process/log.ts'
import { serveClub } from '#server/serve.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { sendDatabaseAway } from '#testing/club/database/away.ts'
import { rawLine } from '#testing/club/rawLine.ts'
import { photo } from '#testing/fixtures/photos.ts'
import { openNats } from '#testing/nats/nats.ts'
import { uuid } from '#testing/random.ts'
import { until } from '#testing/until.ts'
import { LASTING_MINUTES } from './alerts.ts'
import { emptyScrape, prolong, scrape, type Scrape, type Series } from './scraping.ts'

type Bringing = {
  /** What the club is opened with. */
  opened?: () => Parameters<typeof openClub>[0] & object
  /** Brings it about, and answers what is seen then. */
  bring(club: Club): Promise<Scrape>
}

/** Somebody asks for what the database has to be asked for. */
async function askOften(club: Club, times: number): Promise<void> {
  const mia = await club.member()
  for (let n = 0; n < times; n += 1) await club.call(mia, getBilling, {})
}

/** A mail that no mail server takes. */
async function writeMail(club: Club): Promise<void> {
  const { email } = await club.member()
  await club.call(null, requestPasswordReset, { body: { email } })
}

const HOURS_MS = 3_600_000

const STATES: Record<string, Bringing> = {
  ClubProcessDown: { bring: async () => emptyScrape },
  ClubDatabaseAway: {
    async bring(club) {
      await sendDatabaseAway(club)
      return scrape(club)
    },
  },
  ClubErrors: {
    async bring(club) {
      const mia = await club.member()
      await sendDatabaseAway(club)
      for (let n = 0; n < 12; n += 1) await club.call(mia, getBilling, {})
      return scrape(club)
    },
  },
  ClubSlow: {
    async bring(club) {
      const mia = await club.member()
      // as behind a lock that somebody holds for long
      const isHeld = Promise.withResolvers<void>()
      const held = club.app.db.transaction(async (tx) => {
        await tx.script('lock table sessions in access exclusive mode')
        isHeld.resolve()
        await tx.run(sql`select pg_sleep(1.2)`)
      })
      await isHeld.promise
      await Promise.all([club.call(mia, getBilling, {}), held])
      return scrape(club)
    },
  },
  ClubConnectionsNearLimit: {
    async bring({ app, dataDir: site, databaseUrl }) {
      const options = { host: '127.0.0.1', port: 0, site, maxConnections: 5 }
      const server = await serveClub(app, options)
      const lines = Array.from({ length: 5 }, () => rawLine(server.port))
      // who was answered would have to go
      for (const line of lines) await line.opened
      const seen = await scrape({ app, seen: server.seen, databaseUrl })
      for (const line of lines) line.close()
      await server.close()
      return seen
    },
  },
  ClubPoolFull: {
    async bring(club) {
      const { db } = club.app
      const free = Promise.withResolvers<void>()
      const all = Array.from({ length: db.pool.options.max }, () => Promise.withResolvers<void>())
      const taken = all.map(({ resolve }) =>
        db.transaction(async (tx) => {
          await tx.run(sql`select`)
          resolve()
          await free.promise
        }),
      )
      await Promise.all(all.map(({ promise }) => promise))
      const waiting = db.run(sql`select`)
      const seen = await scrape(club)
      free.resolve()
      await Promise.all([...taken, waiting])
      return seen
    },
  },
  ClubNoticesBehind: {
    async bring(club) {
      // the line is shared with the clubs of other tests
      const { sql: line } = club.app.bus
      await line!.script('unlisten *')
      const seen = await scrape(club)
      await line!.script('listen club')
      return seen
    },
  },
  ClubNatsAway: {
    async bring(club) {
      const { bus } = club.app
      await using nats = await openNats()
      const ways = { url: nats.url, installation: uuid(), log: silentLog }
      bus.replaceTransport((listener) => openNatsTransport({ ...ways, ...listener }))
      await until(() => bus.transport?.trouble === null)
      await nats.leave()
      await until(() => bus.transport?.trouble)
      return scrape(club)
    },
  },
  ClubJobsStuck: {
    async bring(club) {
      const { app, db } = club
      await app.jobs.send(app.db, 'sweep_photos', {})
      await db.run(sql`update pgboss.job set start_after = now() - interval '1 hour'`)
      return scrape(club)
    },
  },
  ClubJobsGivenUp: {
    opened: () => ({ config: { smtpUrl: 'smtp://127.0.0.1:1' } }),
    async bring(club) {
      await writeMail(club)
      await club.db.run(sql`update pgboss.job set retry_count = retry_limit`)
      await club.app.jobs.drain()
      return scrape(club)
    },
  },
  ClubMailsWait: {
    async bring(club) {
      await writeMail(club)
      await club.db.run(sql`update pgboss.job set created_on = now() - interval '2 hours'`)
      return scrape(club)
    },
  },
  ClubDecoderFailing: {
    opened: () => ({ decoder: new Decoder({ longestMs: 0 }) }),
    async bring(club) {
      const mia = await club.member()
      const file = await photo()
      for (let n = 0; n < 4; n += 1) await club.call(mia, addPhoto, { file })
      club.app.decoder.stop()
      return scrape(club)
    },
  },
  ClubFilesUnwritable: {
    async bring(club) {
      const files = join(club.dataDir, 'files')
      await rename(files, join(club.dataDir, 'unmounted'))
      return scrape(club)
    },
  },
  ClubRetentionLate: {
    async bring(club) {
      await keepRetention(club.app)
      club.clock.advance({ hours: 37 })
      return scrape(club)
    },
  },
  ClubBackupOld: {
    async bring(club) {
      const at = new Date(club.app.now().getTime() - 37 * HOURS_MS)
      await noteBackup(club.config, 'keys', { at, folder: '/mnt/other/keys' })
      return scrape(club)
    },
  },
  ClubBackupMissing: {
    async bring(club) {
      await rm(join(club.dataDir, 'backups.json'))
      return scrape(club)
    },
  },
}

export const statesOfAlerts = (): string[] => Object.keys(STATES)

/** What would have been seen of a club that goes its way, and then of one in the state of an alert. */
export async function bringState(alert: string): Promise<{ calm: Series[]; troubled: Series[] }> {
  const { opened, bring } = STATES[alert]!
  await using club = await openClub(opened?.() ?? {})
  for (const kind of ['club', 'keys'] as const)
    await noteBackup(club.config, kind, { at: club.app.now(), folder: '/mnt/backup' })
  await askOften(club, 3)
  const first = await scrape(club)
  await askOften(club, 3)
  const before = await scrape(club)
  const after = await bring(club)
  return {
    calm: prolong(first, before, LASTING_MINUTES),
    troubled: prolong(before, after, LASTING_MINUTES),
  }
}
