import { join, sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { cursorSql, formatCursor, parseCursor, type Cursor } from './cursor.ts'

/** A list that is read page by page. */
type PagedRows = {
  /** SQL: `select … from …`, without what follows. */
  rows: Query
  where: Query
  /** What the rows are ordered by; no two share all of it. */
  by: readonly Query[]
  isNewestFirst: boolean
}

export type ListPage<Row> = { lines: Row[]; hasMore: boolean }

/** One page of a list: the rows that follow `from`, which is a row of what they are ordered by. */
export async function listPage<Row>(
  on: Sql,
  { rows, where, by, isNewestFirst }: PagedRows,
  { from, limit }: { from: Query | null; limit: number },
): Promise<ListPage<Row>> {
  const beyond: Query = isNewestFirst ? sql`<` : sql`>`
  const rest: Query = from ? sql`(${join(by)}) ${beyond} ${from}` : sql`true`
  const order = join(by.map((one) => (isNewestFirst ? sql`${one} desc` : one)))
  // one more tells whether there is more
  const found = await on.rows<Row>(
    sql`${rows} where (${where}) and ${rest} order by ${order} limit ${limit + 1}`,
  )
  return { lines: found.slice(0, limit), hasMore: found.length > limit }
}

/** What a page is asked for with: the cursor of the page before, and how many rows it has. */
export type PageRequest = { after: string | undefined; limit: number }
export type PagedList<Row> = { lines: Row[]; next: string | null }

/** One page of a list ordered by a time and an id, and the cursor of the next one. */
export async function pagedList<Row>(
  on: Sql,
  list: PagedRows & { cursorOf: (row: Row) => Cursor },
  { after, limit }: PageRequest,
): Promise<PagedList<Row>> {
  const cursor = parseCursor(after)
  const from = cursor && cursorSql(cursor)
  const { lines, hasMore } = await listPage<Row>(on, list, { from, limit })
  const last = hasMore ? lines.at(-1) : undefined
  return { lines, next: last ? formatCursor(list.cursorOf(last)) : null }
}
