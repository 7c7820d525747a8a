import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase, sql } from '#server/platform/database/database.ts'
import type { JobHandlers } from '#server/platform/jobs/jobs.data.ts'
import { openJobs } from '#server/platform/jobs/jobs.ts'
import { houseFolder } from '#server/platform/payments/house.book.ts'
import type { ServerProcess } from '#testing/club/process/serverProcess.ts'

/** Where the house provider of a club is met. */
export async function houseAddress(dataDir: string): Promise<string> {
  const address = await readFile(join(houseFolder(dataDir), 'address.json'), 'utf8')
  return (JSON.parse(address) as { url: string }).url
}

/** How each contract of somebody stands that is, or may become, one to pay for. */
export async function readContracts(
  { databaseUrl }: ServerProcess,
  email: string,
): Promise<string[]> {
  const db = openDatabase(databaseUrl, { max: 1 })
  try {
    const rows = await db.rows<{ status: string }>(sql`select s.status from subscriptions s
      join users u on u.id = s.user_id where u.email = ${email} order by s.ordered_at`)
    return rows.map(({ status }) => status)
  } finally {
    await db.end()
  }
}

/**
 * As if all that became of somebody's contract so far had been so many days ago. The club, which
 * looks once a minute, looks at once.
 */
export async function letTermPass(
  { sharing }: ServerProcess,
  email: string,
  days: number,
): Promise<void> {
  const ago = sql`make_interval(days => ${days})`
  const own = sql`(select s.id from subscriptions s join users u on u.id = s.user_id
    where u.email = ${email})`
  const owner = openDatabase(sharing.DATABASE_OWNER_URL, { max: 1 })
  try {
    await owner.transaction(async (tx) => {
      // what happened is never changed, but for this
      await tx.run(sql`alter table subscription_events disable trigger events_kept`)
      await tx.run(sql`update subscription_events set occurred_at = occurred_at - ${ago}
        where subscription_id in ${own}`)
      await tx.run(sql`alter table subscription_events enable trigger events_kept`)
      await tx.run(sql`update subscriptions set ordered_at = ordered_at - ${ago},
        next_at = now() where id in ${own}`)
    })
    await lookNow(sharing.DATABASE_URL)
  } finally {
    await owner.end()
  }
}

/** Queues what the clock would in a while; the club's own worker does it. */
async function lookNow(url: string): Promise<void> {
  const handlers = {} as JobHandlers
  const app = () => {
    throw new Error('a journey does no work of the club')
  }
  const jobs = openJobs({ url, handlers, schedule: {}, app })
  const club = openDatabase(url, { max: 1 })
  try {
    await jobs.start({ work: false })
    await jobs.send(club, 'turn_subscriptions', {})
  } finally {
    await Promise.all([jobs.stop(), club.end()])
  }
}
