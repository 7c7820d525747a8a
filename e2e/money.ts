import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase, sql } from '#server/platform/database.ts'
import { houseFolder } from '#server/platform/payments/house.book.ts'
import type { ServerProcess } from '#server/testing/serverProcess.ts'

/** Where the house provider of a club is met. */
export async function houseAddress(dataDir: string): Promise<string> {
  const address = await readFile(join(houseFolder(dataDir), 'address.json'), 'utf8')
  return (JSON.parse(address) as { url: string }).url
}

/** As if all that became of somebody's contract so far had been so many days ago. */
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
    await owner.begin(async (tx) => {
      // what happened is never changed, but for this
      await tx.run(sql`alter table subscription_events disable trigger events_kept`)
      await tx.run(sql`update subscription_events set occurred_at = occurred_at - ${ago}
        where subscription_id in ${own}`)
      await tx.run(sql`alter table subscription_events enable trigger events_kept`)
      await tx.run(sql`update subscriptions set ordered_at = ordered_at - ${ago},
        next_at = now() where id in ${own}`)
    })
  } finally {
    await owner.end()
  }
}
