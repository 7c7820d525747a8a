// Looks at everything a club stands on and says what to do about it; changes nothing.
import { existsSync } from 'node:fs'
import { readFile, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sharedFolders } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { compareFiles } from '#server/features/privacy/retention/files.comparison.ts'
import { prepareDataDir } from '#server/platform/files/dataDir.ts'
import { sql, type Database, type Sql } from '#server/platform/database/database.ts'
import { refuseDrift } from '#server/platform/database/clock.ts'
import { parseDatabaseUrl, describeOpenConnection } from '#server/platform/database/databaseLine.ts'
import { startEmbedded } from '#server/platform/postgres/embedded.ts'
import type { Log } from '#server/platform/process/log.ts'
import { isMigrated, migrations, refuseHalfRestored } from '#server/platform/database/migrate.ts'
import { APPEND_ONLY } from '#server/platform/database/roles.ts'
import { Files } from '#server/platform/files/files.ts'
import { SetupError } from '#server/platform/process/setupError.ts'
import { probeNats } from '#server/platform/transport/transport.nats.ts'
import { smtpTransport } from '#server/platform/mail/smtp.ts'
import { listAdmins } from '#server/platform/member-rules/staff.ts'
import { compareInstallation, refuseOtherFiles } from '#server/platform/vault/installation.ts'
import { askDatabase, nameDirect, refuseUnreachable } from '#server/store.ts'
import { backups } from './doctor.backups.ts'
import { describeDecoder } from './doctor.decoder.ts'
import { keyFolder } from './doctor.keys.ts'

/** One thing looked at: what was found, or what to do about it. */
type Finding = { about: string; isWell: boolean; says: string }

const GIGABYTE = 1024 ** 3
const PATIENCE_MS = 10_000

/** Looks at everything a club stands on and says what to do; changes nothing. */
export async function examine(config: Config, log: Log): Promise<Finding[]> {
  const door: Door = {
    says: `${config.admission}, as ADMISSION says`,
    admins: null,
    folders: null,
    files: null,
  }
  return [
    await look('versions', () => versions()),
    await look('config', () => settings(config)),
    await look('disk', () => disk(config)),
    await look('keys', () => keyFolder(config, new Date())),
    await look('database', () => database(config, log, door)),
    door.folders ?? { about: 'installation', isWell: true, says: 'not known yet' },
    door.files ?? { about: 'files', isWell: true, says: 'not known yet' },
    await look('admission', async () => door.says),
    await look('admins', async () => describeAdmins(door)),
    await look('decoder', () => describeDecoder(config)),
    await look('mail', () => mail(config)),
    await look('transport', () => transport(config)),
    await look('backups', () => backups(config, new Date())),
    await look('seeing', async () => describeMonitoring(config)),
  ]
}

async function look(about: string, at: () => Promise<string>): Promise<Finding> {
  try {
    return { about, isWell: true, says: await at() }
  } catch (error) {
    return { about, isWell: false, says: error instanceof Error ? error.message : String(error) }
  }
}

async function versions(): Promise<string> {
  const manifest = new URL('../../package.json', import.meta.url)
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
  return `club ${version}, Node ${process.versions.node}, ${process.platform}-${process.arch}`
}

async function settings({ publicUrl, secure, isOperatorNamed }: Config): Promise<string> {
  const mode = secure ? 'https: the strict rules hold' : 'not https: for trying out only'
  const operator = isOperatorNamed ? 'named' : 'not named yet: examples stand in'
  return `${publicUrl} (${mode}), operator ${operator}`
}

/** How the operator learns that something goes wrong slowly. */
function describeMonitoring({ metricsPort, metricsHost, otlpEndpoint }: Config): string {
  const metrics =
    metricsPort === null
      ? 'METRICS_PORT is not set, so nobody is woken when mails, jobs or backups stand still'
      : `whoever reaches ${metricsHost}:${metricsPort} reads /metrics; let that be Prometheus alone`
  return otlpEndpoint ? `${metrics}; traces go to ${new URL(otlpEndpoint).host}` : metrics
}

async function disk({ dataDir }: Config): Promise<string> {
  await prepareDataDir(dataDir)
  const { bavail, bsize } = await statfs(dataDir)
  const free = (bavail * bsize) / GIGABYTE
  if (free < 1)
    throw new SetupError(`Only ${free.toFixed(1)} GB are free below ${dataDir}; make room.`)
  return `${dataDir} can be written, ${free.toFixed(0)} GB free`
}

/** What the database says: how the club admits at present, how many decide, and whether folders are its own. */
type Door = {
  says: string
  admins: number | null
  folders: Finding | null
  files: Finding | null
}

/** What one decided another answers: with one admin it waits (Art. 18, 20 DSA). */
function describeAdmins({ admins }: Door): string {
  if (admins === null) return 'not known yet'
  if (admins > 1) return `${admins}, so that one can answer for another`
  const few = admins === 0 ? 'nobody' : 'only one'
  return `${few}: appeals, and what goes to the authorities, wait until there is a second (npm run club)`
}

async function database(config: Config, log: Log, door: Door): Promise<string> {
  const { databaseUrl, dataDir } = config
  const about = (db: Database) => describe(db, door, config)
  if (databaseUrl) {
    const connection = parseDatabaseUrl(databaseUrl)
    const setting = nameDirect(config)
    if (connection === 'open') throw new SetupError(describeOpenConnection(setting))
    await refuseUnreachable(setting, databaseUrl)
    return `${setting} (${connection}): ${await askDatabase(databaseUrl, about)}${describeOwner(config)}`
  }
  if (!existsSync(join(dataDir, 'pg')) && !existsSync(join(dataDir, 'pg-is-elsewhere.txt')))
    return 'embedded, not made yet; npm start makes it'
  const embedded = await startEmbedded({ dataDir, log, isServer: false })
  try {
    return `embedded: ${await askDatabase(embedded.url, about)}`
  } finally {
    await embedded.stop()
  }
}

/** A server drops the owner's address; the process that started it may still hold it. */
const describeOwner = ({ databaseOwnerUrl }: Config): string =>
  databaseOwnerUrl
    ? '; DATABASE_OWNER_URL is set here: a server leaves it behind as it starts, and needs it at no time when npm run club -- migrate has run with it'
    : ''

async function countMissing(db: Database): Promise<number> {
  const ran = await db.rows<{ name: string }>(sql`select name from migrations`)
  return (await migrations()).filter(({ name }) => !ran.some((one) => one.name === name)).length
}

async function describe(db: Database, door: Door, config: Config): Promise<string> {
  const found = await db.row<{ version: string; size: string; isNew: boolean }>(sql`
    select current_setting('server_version') as version,
      pg_size_pretty(pg_database_size(current_database())) as size,
      to_regclass('migrations') is null as is_new`)
  const is = `PostgreSQL ${found?.version}, ${found?.size}`
  if (found?.isNew) return `${is}, still empty; npm start fills it`
  await refuseHalfRestored(db)
  await refuseDrift(db)
  if (!(await isMigrated(db)))
    return `${is}, ${await countMissing(db)} migrations to go; npm start runs them`
  const set = await db.row<{ admission: string | null }>(sql`select admission from club_settings`)
  door.admins = (await listAdmins(db, new Date())).length
  if (set?.admission) door.says = `${set.admission}, as an admin set it; ADMISSION counts no longer`
  door.folders = await look('installation', () => describeInstallation(db, config))
  door.files = await look('files', () => describeFiles(db, config, new Date()))
  return `${is}, current, ${await describeRoles(db, config.databaseUrl)}`
}

/** Whether the role the club runs as could rewrite what was done, and what was agreed to. */
async function describeRoles(db: Database, databaseUrl: string | null): Promise<string> {
  const found = await db.row<{ role: string; mayChange: boolean; mayMake: boolean }>(sql`
    select current_user::text as role,
      bool_or(has_table_privilege(format('public.%I', name), 'update, delete, truncate, trigger')
        or pg_has_role(tableowner, 'member')) as may_change,
      has_database_privilege(current_database(), 'create, temporary')
        or has_schema_privilege('public', 'create') as may_make
    from unnest(${APPEND_ONLY}::text[]) name
    join pg_tables on schemaname = 'public' and tablename = name`)
  if (found?.mayChange)
    throw new SetupError(
      `The server could change its own audit log and the consents as "${found.role}"; give it a role that owns nothing and name the owner in DATABASE_OWNER_URL.`,
    )
  if (found?.mayMake)
    throw new SetupError(
      `The server could make tables and schemas as "${found.role}", and with them mislead what runs as their owner; start the club once, or as the owner of the database revoke create and temporary on it from public and from "${found.role}".`,
    )
  if (!databaseUrl)
    return 'the server only adds to audit log and consents; whoever runs this machine can change them'
  const superuser = await findOpenSuperuser(db, databaseUrl)
  return superuser === null
    ? 'audit log and consents are out of its reach'
    : `the server only adds to audit log and consents; but from here "${superuser}" gets in without a password and can change them: let pg_hba.conf ask for one`
}

async function mail({ smtpUrl, mailFrom, dataDir, secure }: Config): Promise<string> {
  const folder = join(dataDir, 'mail')
  if (!smtpUrl && secure)
    throw new SetupError(`None is sent: each would become a file in ${folder}; set SMTP_URL.`)
  if (!smtpUrl) return `none is sent: each mail becomes a file in ${folder}`
  const transport = smtpTransport({ secure }, smtpUrl, PATIENCE_MS)
  try {
    await transport.verify()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new SetupError(`SMTP_URL does not work (${code ?? message}); correct it, or the network.`)
  } finally {
    transport.close()
  }
  return `the server takes mail, from ${mailFrom}`
}

async function transport({ natsUrl }: Config): Promise<string> {
  if (!natsUrl) return 'the database carries who is here and who writes'
  await probeNats(natsUrl).catch((error: Error) => {
    throw new SetupError(
      `NATS_URL does not work (${error.name}); correct it, or the network, or what that account may do below "club.>".`,
    )
  })
  return 'NATS carries who is here and who writes'
}

/** Whether key folder and file folder are those of the club. Throws a `SetupError` that says why not. */
async function describeInstallation(on: Sql, config: Config): Promise<string> {
  const found = await compareInstallation(on, sharedFolders(config))
  if (!found)
    return 'nothing on record yet; npm start notes which keys and which files are the club’s'
  const turned = found.key === 'older' ? '; the key was turned since, the next start notes it' : ''
  return `${found.id}: keys and files are those of the club${turned}`
}

/** Where files lie, and whether each that a row names is there. Throws a `SetupError` when one is not. */
async function describeFiles(db: Database, config: Config, now: Date): Promise<string> {
  const files = new Files(config)
  await refuseOtherFiles(db, { files })
  const { known, missing, unconfirmed } = await compareFiles({ db, files, now: () => now })
  const place = files.current === 's3' ? 'in the bucket of FILES_URL' : `below ${files.dataDir}`
  if (missing > 0)
    throw new SetupError(
      `${missing} of ${known} files that rows name are missing ${place}; npm run club -- backup names them.`,
    )
  if (unconfirmed > 0)
    throw new SetupError(
      `${unconfirmed} files that have to go were not removed for a day; look why the store refuses (the log says it) and let its key remove there.`,
    )
  return `${known} that rows name, all of them ${place}`
}

/** Where PostgreSQL of this machine listens beside the network; it may ask for less there. */
const SOCKETS = ['/var/run/postgresql', '/tmp']
/** A provider of databases has more of its own, and none of them lets anybody in so. */
const MOST_TRIED = 3

/** A role that can change all there is, the audit log too, and gets in from here without a password; or null. */
async function findOpenSuperuser(db: Database, databaseUrl: string): Promise<string | null> {
  const superusers = await db.rows<{ name: string }>(sql`
    select rolname as name from pg_roles where rolsuper and rolcanlogin order by oid limit ${MOST_TRIED}`)
  const isHere = parseDatabaseUrl(databaseUrl) === 'on this machine'
  for (const { name } of superusers)
    for (const socket of [null, ...(isHere ? SOCKETS : [])])
      if (await canLogIn(asUser(databaseUrl, name, socket))) return name
  return null
}

function asUser(databaseUrl: string, name: string, socket: string | null): string {
  const url = new URL(databaseUrl)
  url.password = ''
  url.searchParams.delete('password')
  url.searchParams.set('user', name)
  if (socket) url.searchParams.set('host', socket)
  return url.href
}

const canLogIn = (url: string): Promise<boolean> =>
  askDatabase(url, (db) => db.row(sql`select 1 as one`)).then(
    () => true,
    () => false,
  )
