import { join, raw, sql, type Query } from '#server/platform/database/database.ts'
import type { Section } from './register.ts'

const named = (name: string): Query => raw(`"${name}"`)

/** The rows of one part of the copy, with the names they have in it. */
export function sectionRowsSql({ table, kept, fields }: Section, userId: string): Query {
  const columns = fields.map(({ column, name, from }) => {
    const value = from?.(userId) ?? sql`t.${named(column)}`
    return sql`${value} as ${named(name)}`
  })
  const order = kept.order ? sql`order by t.${named(kept.order)}` : sql``
  const whose = kept.whose?.(userId) ?? sql`false`
  return sql`select ${join(columns)} from ${named(table)} t where ${whose} ${order}`
}

export const sectionCountSql = ({ table, kept }: Section, userId: string): Query =>
  sql`select count(*) from ${named(table)} t where ${kept.whose?.(userId) ?? sql`false`}`
