import { join, raw, sql, type Query } from '#server/platform/database/database.ts'
import type { Section } from './register.ts'

const identifierSql = (name: string): Query => raw(`"${name}"`)

/** Whose copy it is, and of when. */
export type Whose = { userId: string; at: Date }

const whoseSql = ({ entry }: Section, { userId, at }: Whose): Query =>
  entry.whose?.(userId, at) ?? sql`false`

/** The rows of one part of the copy, with the names they have in it. */
export function sectionRowsSql(section: Section, whose: Whose): Query {
  const { table, entry, fields } = section
  const columns = fields.map(({ column, name, from }) => {
    const value = from?.(whose.userId) ?? sql`t.${identifierSql(column)}`
    return sql`${value} as ${identifierSql(name)}`
  })
  const order = entry.order ? sql`order by t.${identifierSql(entry.order)}` : sql``
  return sql`
    select ${join(columns)} from ${identifierSql(table)} t where ${whoseSql(section, whose)} ${order}`
}

export const sectionCountSql = (section: Section, whose: Whose): Query =>
  sql`select count(*) from ${identifierSql(section.table)} t where ${whoseSql(section, whose)}`
