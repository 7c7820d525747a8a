import { sql, type Query } from '#server/platform/database/database.ts'

/**
 * SQL: whether a name begins as somebody typed it, without regard to case and accents; what folds to
 * nothing is the beginning of none. The index of profiles knows usernames so.
 */
export const nameStartsWithSql = (name: Query, typed: string): Query =>
  sql`(folded(${typed}) <> '' and starts_with(folded(${name}) collate "C", folded(${typed})))`

/**
 * SQL: the same of a name that is kept folded, in words an index of it in the collation "C" can be read by
 * also when the plan is made before what was typed is known.
 */
export const foldedStartsWithSql = (folded: Query, typed: string): Query => sql`
  (folded(${typed}) <> '' and ${folded} collate "C" >= folded(${typed})
    and ${folded} collate "C" < folded(${typed}) || chr(1114111))`

/** SQL: whether it is all of a name. */
export const isWhole = (name: Query, typed: string): Query =>
  sql`folded(${name}) collate "C" = folded(${typed})`

/** SQL: whether somebody typed a part of a text. */
export const isPart = (text: Query, typed: string): Query =>
  sql`(folded(${typed}) <> '' and strpos(folded(${text}), folded(${typed})) > 0)`
