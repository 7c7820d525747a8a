import { sql, type Sql } from '#server/platform/database/database.ts'

/** Deletes the key and the links of a copy. Its row stays until the account goes. */
export async function expireExport(on: Sql, id: string): Promise<boolean> {
  await on.run(sql`delete from export_links where export_id = ${id}`)
  const expired = await on.run(sql`
    update exports set state = 'expired', wrapped = null, epoch = null
    where id = ${id} and state = 'ready'`)
  return expired > 0
}

export const deleteRequests = (on: Sql, until: Date): Promise<number> =>
  on.run(sql`
    delete from data_requests d where closed_at <= ${until.toISOString()} and not exists (
      select from users u where u.id = d.user_id and u.restricted_at is not null)`)
