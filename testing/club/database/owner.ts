import { openDatabase } from '#server/platform/database/database.ts'
import { findCluster } from '#testing/club/database/cluster.ts'

/** Changes a test's database as the role that owns its tables: as an operator could, and a server could not. */
export async function asOwner(
  { databaseUrl }: { databaseUrl: string },
  script: (serverRole: string) => string,
): Promise<void> {
  const { pathname, username } = new URL(databaseUrl)
  const url = new URL(findCluster().ownerUrl)
  url.pathname = pathname
  const owner = openDatabase(url.href, { max: 1 })
  try {
    await owner.script(script(`"${username}"`))
  } finally {
    await owner.end()
  }
}

/** From now on nothing can be written to the audit log; answers how to mend that. */
export async function breakAudit(club: { databaseUrl: string }): Promise<() => Promise<void>> {
  await asOwner(club, (role) => `revoke insert on audit from ${role}`)
  return () => asOwner(club, (role) => `grant insert on audit to ${role}`)
}
