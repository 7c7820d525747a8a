import { authorWords, pickAuthorWords, profileWords } from '#contract/members/author.ts'
import type { Author, Writer } from '#contract/posts/author.ts'
import { join, raw, sql, type Query } from '#server/platform/database/database.ts'
import { staffRole } from './staff.ts'

const keys = <T extends object>(shape: T) => Object.keys(shape) as (keyof T & string)[]

/** The columns of `profiles` in which a member says something of themselves, each named as in the contract. */
export const AUTHOR_WORDS = keys(authorWords)
export const PROFILE_WORDS = keys(profileWords)

/** SQL: a list with something of each column: `sqlOfEach(PROFILE_WORDS, (name) => sql`p.${name}`)`. */
export const sqlOfEach = <T extends string>(
  columns: readonly T[],
  write: (name: Query, column: T) => Query,
): Query => join(columns.map((column) => write(raw(column), column)))

/** SQL: what the author of something says of themselves, of their profile `a`. */
export const authorWordsSql = (a: Query): Query =>
  sqlOfEach(AUTHOR_WORDS, (name) => sql`${a}.${name}`)

/** SQL: who wrote something, as JSON, of their profile `a`. */
export const authorSql = (a: Query): Query => sql`
  json_build_object('id', ${a}.id, 'username', ${a}.username,
    ${sqlOfEach(AUTHOR_WORDS, (name) => sql`'${name}', ${a}.${name}`)},
    'isVerified', ${a}.verification_status = 'verified', 'portrait', ${a}.photos[1],
    'role', ${staffRole(sql`${a}.id`)})`

/** Somebody as the author of what they write now. */
export const toAuthor = (writer: Writer, more: Pick<Author, 'portrait' | 'role'>): Author => ({
  id: writer.userId,
  username: writer.username,
  ...pickAuthorWords(writer),
  isVerified: writer.verificationStatus === 'verified',
  ...more,
})
