// Opens what a server process works with (database, events, jobs, files), and refuses another club's keys.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from './config.ts'
import { keepPrice } from '#server/features/billing/subscriptions/plans.service.ts'
import { jobHandlers, jobSchedule } from './jobs.ts'
import { Archives } from '#server/platform/vault/archives.ts'
import type { App } from './platform/context.ts'
import { Decoder } from '#server/platform/decoding/decoder.ts'
import { fileKeyRing } from '#server/platform/vault/keyring.ts'
import {
  readInstallationId,
  readPlace,
  settleInstallation,
  type Folders,
} from '#server/platform/vault/installation.ts'
import type { PlaceName } from '#server/platform/files/fileStore.ts'
import { Files } from '#server/platform/files/files.ts'
import { PhotoStore } from '#server/platform/vault/photoStore.ts'
import { nameBuild } from '#server/platform/site/site.builds.ts'
import { openStrongbox } from '#server/platform/vault/strongbox.ts'
import { Vault } from '#server/platform/vault/vault.ts'
import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { warnOfFewConnections } from '#server/platform/database/connections.ts'
import { isServedByNewer } from '#server/platform/database/migrate.ts'
import { openNatsTransport } from '#server/platform/transport/transport.nats.ts'
import { EventBus } from '#server/platform/database/events.ts'
import { openJobs } from '#server/platform/jobs/jobs.ts'
import type { Log } from '#server/platform/process/log.ts'
import type { PaymentProvider } from './platform/payments.ts'
import { openPayments } from './platform/payments/providers.ts'

export const BUILT_SITE = fileURLToPath(new URL('../dist', import.meta.url))

/** A few seconds after PostgreSQL itself would have given a statement up. */
const ANSWER_MS = 20_000

type Options = {
  log: Log
  now?: () => Date
  /** Whether this process works on jobs, or only queues them. */
  work?: boolean
  /** One that serves others as well, and is not stopped with this app. */
  decoder?: Decoder
  /** Connections to that database, where they are open already; the queue has its own. */
  connections?: { db: Database; queue: Database }
  /** Instead of the one the settings name. */
  payments?: PaymentProvider
  /** Where the built web app lies. */
  siteFolder?: string
  /** Opened on a club that is being restored, whose keys come later: there is nothing to compare yet. */
  isRestoring?: boolean
}

/** Where the keys of the months lie: on https outside `DATA_DIR`. */
export const keyPath = ({ kekFile, dataDir }: Config): string =>
  kekFile ?? join(dataDir, 'keys', 'kek')

/** What has to be the same for all servers of a club. */
export const sharedFolders = (config: Config, files = new Files(config)): Folders => ({
  keyPath: keyPath(config),
  files,
})

/** Identity documents and the keys of their months. */
export function openVault(config: Config, files = new Files(config)): Pick<App, 'keys' | 'vault'> {
  const keys = fileKeyRing(keyPath(config))
  return { keys, vault: new Vault(files.store('id-uploads'), keys) }
}

/**
 * Opens everything a process shares, on a migrated database. Throws a `SetupError` when key folder or file
 * folder are not those of the club.
 */
export async function openApp(
  config: Config,
  databaseUrl: string,
  {
    log,
    now = () => new Date(),
    work = true,
    decoder: shared,
    connections,
    payments,
    siteFolder = BUILT_SITE,
    isRestoring = false,
  }: Options,
): Promise<App & { close(): Promise<void> }> {
  const { databasePool: max, databaseDirectUrl: directUrl } = config
  const db =
    connections?.db ?? openDatabase(databaseUrl, { max, directUrl, answerTimeoutMs: ANSWER_MS })
  const bus = new EventBus()
  await bus.start(db)
  const files = new Files(config, {
    onAway: (reason) => log.warn({ reason }, 'the file store is away'),
  })
  // only now is nobody turning the key
  if (!isRestoring)
    await settleInstallation(db, sharedFolders(config, files)).catch(async (error: unknown) => {
      await bus.stop()
      if (!connections) await db.end()
      throw error
    })
  const { natsUrl: url, role } = config
  // a process that only works on jobs has no open streams
  const installation = url && role !== 'worker' ? await readInstallationId(db) : undefined
  if (url && installation)
    bus.replaceTransport((listener) => openNatsTransport({ url, installation, log, ...listener }))
  const jobs = openJobs({
    url: databaseUrl,
    directUrl,
    db: connections?.queue,
    handlers: jobHandlers,
    schedule: jobSchedule,
    app: () => app,
  })
  const { keys, vault } = openVault(config, files)
  const strongbox = openStrongbox(keyPath(config))
  const decoder = shared ?? new Decoder()
  const app: App = {
    build: await nameBuild(siteFolder),
    config,
    db,
    bus,
    jobs,
    log,
    now,
    decoder,
    files,
    photos: new PhotoStore({
      files: files.store('profile-photos'),
      folder: files.storeAt('folder', 'profile-photos'),
      db,
      strongbox,
    }),
    vault,
    keys,
    strongbox,
    archives: new Archives(files.store('exports'), keys),
    payments: payments ?? (await openPayments(config, { db, now })),
    siteFolder,
  }
  const stopFollowing = followPlace(app)
  await keepPrice(app)
  await jobs.start({ work, keepsSchedule: work && (await isServedByNewer(db)) })
  await warnOfFewConnections(app)

  return {
    ...app,
    async close() {
      stopFollowing()
      await jobs.stop()
      if (!shared) decoder.stop()
      await bus.stop()
      await db.end()
    },
  }
}

/** New files go where the club keeps them, from the moment on at which they are moved. Answers the function that stops. */
function followPlace({ bus, db, files, log }: App): () => void {
  const turn = (to: PlaceName) => {
    files.current = to
    if (!files.has(to))
      log.error('files lie in object storage now; start this process anew, with FILES_URL')
  }
  const look = () =>
    void readPlace(db).then(
      (place) => place && turn(place),
      // asked again with the next connection
      () => {},
    )
  const stop = [bus.on('files_moved', ({ to }) => turn(to)), bus.onReconnect(look)]
  return () => {
    for (const one of stop) one()
  }
}
