// `npm run club -- <command>`: every command an operator has, what it says, and its exit code.
import { readConfig, type Config } from '#server/config.ts'
import { setPrice } from '#server/features/billing/subscriptions/plans.service.ts'
import { jobHandlers, jobSchedule } from '#server/jobs.ts'
import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { openJobs, type Jobs } from '#server/platform/jobs/jobs.ts'
import { openLog, type Log } from '#server/platform/process/log.ts'
import { SetupError } from '#server/platform/process/setupError.ts'
import { openStore } from '#server/store.ts'
import { adoptFolders } from './adoptFolders.ts'
import { expectedHeads, reportAudit } from './audit.ts'
import { backUp } from './backup/backup.ts'
import { backUpKeys } from './backup/keys.ts'
import { restore } from './backup/restore.ts'
import { parseCommand, type Command } from './commandLine.ts'
import { addDemo } from './demo/demo.ts'
import { examine } from './doctor.ts'
import { removeFactors } from './factors.ts'
import { turnLastingKey } from './lastingKey.ts'
import { moveFiles } from './moveFiles.ts'
import { grantAdmin, revokeAdmin } from './roles.ts'

const USAGE = `npm run club -- <command>

  grant-admin --email E   makes the account with this address an admin
  revoke-admin --email E  takes that back
  reset-factors --email E removes passkeys, authenticator app and recovery codes of an account whose
                          owner lost them all; make sure first who is asking
  demo                    adds 40 members, two weeks of talk and identities to review, marked as demo
  migrate                 brings the database up to date, as the owner in DATABASE_OWNER_URL where there is
                          one, and lets the role of DATABASE_URL use it; nothing else needs that owner
  set-price               sells at what PREMIUM_CENTS and VAT_PERCENT say from now on, where several processes
                          share a database; one that has it alone does so at each start
  audit verify            follows the audit log from its first entry and names the first tampered one;
                          --head H compares with a head kept elsewhere, --backup B with a backup's
  backup --to FOLDER      backs up database and files while the club runs; daily, on another disk
  backup --keys --to F    backs up the keys, which are kept for a week, somewhere else
  restore BACKUP          puts a backup into an empty place; --tombstones FILE names the list of
                          purged accounts when it does not lie beside the backup
  turn-lasting-key        makes a new lasting key and seals with it what the old one sealed; stop the
                          server first, and run it again when it was cut short
  adopt-folders           takes the keys and files that are here for the club's, when its own are lost
                          for good; stop every server first
  move-files --to PLACE   moves photos, documents and copies to "s3" (the bucket in FILES_URL) or back to
                          "folder" while the club runs; run it again when it was cut short
  doctor                  looks at everything the club stands on and says what to do`

const say = (text: string) => void process.stdout.write(`${text}\n`)

try {
  process.exitCode = await run(parseCommand(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function run({ command, detail, values }: Command): Promise<number> {
  const { email, to, tombstones, head, backup, keys } = values
  const config = pastPooler(readConfig())
  const log = openLog('silent')
  const now = () => new Date()
  const options = { config, log, now }
  const inClub = async (work: (db: Database, url: string) => Promise<string>) => {
    say(await withDatabase(config, log, work))
    return 0
  }
  switch (command) {
    case 'grant-admin':
      return inClub((db) => grantAdmin({ config, db, now: now() }, email))
    case 'revoke-admin':
      return inClub((db) => revokeAdmin({ config, db, now: now() }, email))
    case 'reset-factors':
      return inClub((db, url) => withJobs(url, (jobs) => removeFactors({ db, jobs, now }, email)))
    case 'demo':
      return inClub((db) => addDemo(config, db, now()))
    case 'migrate':
      say(await migrateClub(config, log))
      return 0
    case 'set-price': {
      const price = `${config.premiumCents} cents, ${config.vatPercent}% VAT included`
      return inClub(async (db) =>
        (await setPrice({ config, db, now }))
          ? `From now on a month costs ${price}.`
          : `A month costs ${price} already.`,
      )
    }
    case 'audit': {
      if (detail !== 'verify') break
      const expected = await expectedHeads({ head, backup })
      const { isWhole, says } = await withDatabase(config, log, (db) => reportAudit(db, expected))
      say(says)
      return isWhole ? 0 : 1
    }
    case 'backup': {
      const { isComplete, says } = await (keys ? backUpKeys : backUp)(options, to)
      say(says)
      return isComplete ? 0 : 1
    }
    case 'restore':
      say(await restore(options, detail, tombstones))
      return 0
    case 'turn-lasting-key':
      return inClub((db, url) => turnLastingKey({ config, db, url, now }))
    case 'adopt-folders':
      return inClub((db, url) => adoptFolders({ config, db, url, now }))
    case 'move-files':
      return inClub((db, url) => moveFiles({ config, db, url, now }, to))
    case 'doctor': {
      const findings = await examine(config, log)
      for (const { about, isWell, says } of findings) say(`${isWell ? '✓' : '✗'} ${about}: ${says}`)
      return findings.every(({ isWell }) => isWell) ? 0 : 1
    }
    default:
  }
  process.stderr.write(`${USAGE}\n`)
  return 1
}

/** A command is one session, whatever it asks. */
function pastPooler(config: Config): Config {
  const { databaseDirectUrl: direct } = config
  return direct ? { ...config, databaseUrl: direct } : config
}

/** With the club's own PostgreSQL while it runs, else with one started for this. */
async function withDatabase<T>(
  config: Config,
  log: Log,
  work: (db: Database, url: string) => Promise<T>,
): Promise<T> {
  const store = await openStore(config, { log, isServer: false })
  const db = openDatabase(store.url)
  try {
    return await work(db, store.url)
  } finally {
    await db.end()
    await store.close()
  }
}

/** Queues what the running club, or the next one, sends. */
async function withJobs<T>(url: string, work: (jobs: Jobs) => Promise<T>): Promise<T> {
  const app = () => {
    throw new Error('a command does no jobs')
  }
  const jobs = openJobs({ url, handlers: jobHandlers, schedule: jobSchedule, app })
  await jobs.start({ work: false })
  try {
    return await work(jobs)
  } finally {
    await jobs.stop()
  }
}

/** Brings the database up to date and grants what the server needs; answers that it is, in words. */
async function migrateClub(config: Config, log: Log): Promise<string> {
  if (config.databaseOwnerUrl && !config.databaseUrl)
    throw new SetupError(
      'DATABASE_OWNER_URL says who owns the database; DATABASE_URL has to say who serves from it.',
    )
  const store = await openStore(config, { log, isServer: false })
  await store.close()
  return 'The database is up to date.'
}
