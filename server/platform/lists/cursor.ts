import * as z from 'zod/mini'
import { sql, type Query } from '#server/platform/database/database.ts'

/** Where a page of a list ended: the time and the id of its last line. */
export type Cursor = { at: string; id: string }

const At = z.iso.datetime()
const Id = z.guid()
/** No line of a club is older, and the database knows no year 0. */
const OLDEST = '1'

/** What does not name a place begins at the top. */
export function parseCursor(text = ''): Cursor | null {
  const [at = '', id = '', ...more] = text.split(' ')
  const isPlace = At.safeParse(at).success && at > OLDEST && Id.safeParse(id).success
  // a fraction of a second may be written longer than the database reads
  return isPlace && more.length === 0 ? { at: new Date(at).toISOString(), id } : null
}

/** SQL: where that is, as `(time, id)`. */
export const cursorSql = ({ at, id }: Cursor): Query => sql`(${at}::timestamptz, ${id}::uuid)`

/** A cursor as sent to the client, which returns it for the next page. */
export const formatCursor = ({ at, id }: Cursor): string => `${at} ${id}`
