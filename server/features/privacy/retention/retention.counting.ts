// What a rule of retention says, and the ways its rows are counted.
import type { RetentionLine } from '#contract/privacy/dataRequests.ts'
import { sql, type Query } from '#server/platform/database/database.ts'

/** What counting depends on: the moment, what is as old as the rule allows then, and the club's settings. */
type RuleCounts = { now: Date; cut: Date; mustConfirm: boolean }

type Law = RetentionLine['law']

export type KeptRule = {
  /** What it is about, as this database knows it. */
  data: string
  act: RetentionLine['act']
  /** Why that long, as it is cited. */
  law: Law
  /** Rows that are older than they may be. Null: nothing of this database is bound by it. */
  overdue: ((counting: RuleCounts) => Query) | null
}

export const countSql = (rows: Query) => sql`select count(*) as count ${rows}`
export const timestampSql = (time: Date) => sql`${time.toISOString()}::timestamptz`
/** Where the database guards a minimum by its own clock, nothing younger counts as overdue. */
export const guardYearsSql = (time: Date, years: string) =>
  sql`least(${timestampSql(time)}, now() - ${years}::interval)`

export const identity = (
  status: 'verified' | 'rejected' | 'pending',
): KeptRule & { overdue: (counting: RuleCounts) => Query } => ({
  data: 'verification_files, id_file_keys',
  act: 'shred',
  law: {
    de: '§ 20 Abs. 2 PAuswG, Art. 17 Abs. 1 lit. a DSGVO',
    en: 'section 20 (2) PAuswG, Art. 17 (1) (a) GDPR',
  },
  overdue: ({ cut }) =>
    countSql(sql`
      from verification_submissions s left join users u on u.id = s.user_id
      where s.status = ${status} and coalesce(s.decided_at, s.created_at) <= ${timestampSql(cut)}
        and u.restricted_at is null and (s.status = 'pending'
          or exists (select from verification_files f where f.submission_id = s.id))`),
})

export const countElsewhere = (data: string, law: Law): KeptRule & { overdue: null } => ({
  data,
  act: 'delete',
  law,
  overdue: null,
})

export const MINIMISED: Law = { de: 'Art. 5 Abs. 1 lit. e DSGVO', en: 'Art. 5 (1) (e) GDPR' }
export const INTEREST: Law = { de: 'Art. 6 Abs. 1 lit. f DSGVO', en: 'Art. 6 (1) (f) GDPR' }
export const SECURITY: Law = { de: 'Art. 32 DSGVO', en: 'Art. 32 GDPR' }
