import { sql, type Sql } from '#server/platform/database/database.ts'

/**
 * Forgets whom invitations were meant for once they are long over; those nobody came by go
 * altogether, the others stay for the tree. Answers how many it was.
 */
export async function forgetExpiredInvitations(on: Sql, until: Date): Promise<number> {
  const isOver = sql`coalesce(revoked_at, expires_at) <= ${until.toISOString()}`
  const deleted = await on.run(sql`delete from invitations where uses = 0 and ${isOver}`)
  const cleared = await on.run(sql`
    update invitations set email = null, note = null, code_hash = null
    where ${isOver} and (email is not null or note is not null)`)
  return deleted + cleared
}
