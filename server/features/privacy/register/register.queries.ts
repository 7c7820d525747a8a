import { join, raw, sql, type Query } from '#server/platform/database/database.ts'
import type { Section } from './register.ts'

const identifierSql = (name: string): Query => raw(`"${name}"`)

/** The rows of one part of the copy, with the names they have in it. */
export function sectionRowsSql({ table, kept, fields }: Section, userId: string): Query {
  const columns = fields.map(({ column, name, from }) => {
    const value = from?.(userId) ?? sql`t.${identifierSql(column)}`
    return sql`${value} as ${identifierSql(name)}`
  })
  const order = kept.order ? sql`order by t.${identifierSql(kept.order)}` : sql``
  const whose = kept.whose?.(userId) ?? sql`false`
  return sql`select ${join(columns)} from ${identifierSql(table)} t where ${whose} ${order}`
}

export const sectionCountSql = ({ table, kept }: Section, userId: string): Query =>
  sql`select count(*) from ${identifierSql(table)} t where ${kept.whose?.(userId) ?? sql`false`}`
