import { sql, type Database } from '#server/platform/database/database.ts'
import { parseDatabaseUrl } from '#server/platform/database/databaseLine.ts'
import { askDatabase } from '#server/store.ts'

/** Where PostgreSQL of this machine listens beside the network; it may ask for less there. */
const SOCKETS = ['/var/run/postgresql', '/tmp']
/** A provider of databases has more of its own, and none of them lets anybody in so. */
const MOST_TRIED = 3

/** A role that can change all there is, the audit log too, and gets in from here without a password; or null. */
export async function findOpenSuperuser(db: Database, databaseUrl: string): Promise<string | null> {
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
