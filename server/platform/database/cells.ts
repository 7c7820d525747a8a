import { join, raw, sql, type Query } from './database.ts'

export type Cell = [name: string, type: string, value: string | boolean | Buffer | null]

/** SQL: rows of the same columns as a table, in order by `turn`. */
export const rowsSql = (rows: readonly Cell[][]): Query =>
  rows.length === 1 ? oneRow(rows[0]!) : manyRows(rows)

// the planner takes any array for a dozen rows, and joins accordingly; most come alone
const oneRow = (row: Cell[]): Query =>
  sql`select ${join(row.map(([name, type, value]) => sql`${value}::${raw(type)} as ${raw(name)}`))}, 1 as turn`

const manyRows = (rows: readonly Cell[][]): Query => {
  const [first = []] = rows
  const arrays = first.map(([, type], at) => sql`${rows.map((row) => row[at]![2])}::${raw(type)}[]`)
  const names = first.map(([name]) => raw(name))
  return sql`select * from unnest(${join(arrays)}) with ordinality as a (${join(names)}, turn)`
}

/** SQL: a moment as JSON has it, `2026-11-30T12:00:00.000Z`. */
export const isoSql = (moment: Query): Query =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
