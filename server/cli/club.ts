import { parseArgs } from 'node:util'
import { readConfig, type Config } from '#server/config.ts'
import { openDatabase, type Database } from '#server/platform/database.ts'
import { openLog, type Log } from '#server/platform/log.ts'
import { SetupError } from '#server/platform/setupError.ts'
import { openStore } from '#server/store.ts'
import { reportAudit } from './audit.ts'
import { addDemo } from './demo/demo.ts'
import { examine } from './doctor.ts'
import { grantAdmin, revokeAdmin } from './roles.ts'

const USAGE = `npm run club -- <command>

  grant-admin --email E   makes the account with this address an admin
  revoke-admin --email E  takes that back
  demo                    adds 40 members, two weeks of talk and identities to review, marked as demo
  audit verify            follows the audit log from its first entry and names the first tampered one
  doctor                  looks at everything the club stands on and says what to do`

const say = (text: string) => void process.stdout.write(`${text}\n`)

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: { email: { type: 'string' } },
  })
  process.exitCode = await run(positionals, values.email as string | undefined)
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function run(
  [command, detail]: (string | undefined)[],
  email: string | undefined,
): Promise<number> {
  const config = readConfig()
  const log = openLog('silent')
  switch (command) {
    case 'grant-admin':
      say(await withDatabase(config, log, (db) => grantAdmin(db, email, new Date())))
      return 0
    case 'revoke-admin':
      say(await withDatabase(config, log, (db) => revokeAdmin(db, email, new Date())))
      return 0
    case 'demo':
      say(await withDatabase(config, log, (db) => addDemo(config, db, new Date())))
      return 0
    case 'audit': {
      if (detail !== 'verify') break
      const { isWhole, says } = await withDatabase(config, log, reportAudit)
      say(says)
      return isWhole ? 0 : 1
    }
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

/** With the club's own PostgreSQL while it runs, else with one started for this. */
async function withDatabase<T>(
  config: Config,
  log: Log,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const store = await openStore(config, { log, isServer: false })
  const db = openDatabase(store.url)
  try {
    return await work(db)
  } finally {
    await db.end()
    await store.close()
  }
}
