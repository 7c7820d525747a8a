import { sql, type Query } from './database.ts'

/** SQL: what somebody is to the club beside a member, null for most; an admin is a moderator, too. */
export const staffRole = (userId: Query): Query =>
  sql`(select min(role) from user_roles where user_id = ${userId})`
