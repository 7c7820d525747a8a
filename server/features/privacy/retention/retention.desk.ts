import { sql } from '#server/platform/database/database.ts'
import { isKeptToTheDay } from '#server/platform/limits/retention.ts'
import { timestampSql, countSql, INTEREST, type KeptRule } from './retention.counting.ts'

const DESK = { de: 'Art. 16, 17, 18, 20 DSA', en: 'Art. 16, 17, 18, 20 DSA' }
/** Nobody waits for an answer about it, and whom it is about is not under Art. 18 GDPR. */
const isSettled = sql`not exists (select from appeals a
  where a.user_id is not null and a.decided_at is null
    and (a.report_id in (select r.id from reports r where r.case_id = c.id)
      or a.statement_id in (select s.id from statements s where s.case_id = c.id)))
  and not exists (select from users u where u.id = c.user_id and u.restricted_at is not null)`

/** What is reported, decided and objected to. */
export const deskRules = {
  cases: {
    data: 'cases, and their evidence, reports and decisions',
    act: 'delete',
    law: DESK,
    overdue: ({ cut }) =>
      countSql(sql`from cases c where c.decided_at <= ${timestampSql(cut)} and ${isSettled}
        and not exists (select from handovers h where h.case_id = c.id
          and (h.is_confirmed or h.answered_at is null))`),
  },
  heldCases: {
    data: 'cases that were handed to the authorities',
    act: 'delete',
    law: DESK,
    overdue: ({ cut }) =>
      countSql(sql`from cases c where c.decided_at <= ${timestampSql(cut)} and ${isSettled}`),
  },
  takenAway: {
    data: 'taken_away: photos and words that were taken off profiles and tables',
    act: 'delete',
    law: { de: 'Art. 20 Abs. 1 DSA', en: 'Art. 20 (1) DSA' },
    overdue: ({ now }) =>
      countSql(sql`from taken_away t join users u on u.id = t.user_id
        where ${isKeptToTheDay('takenAway', sql`t.taken_at`)} <= ${timestampSql(now)} and u.restricted_at is null and not exists (
          select from appeals a where a.statement_id = t.statement_id and a.decided_at is null)`),
  },
  statements: {
    data: 'statements, and the posts they took away',
    act: 'delete',
    law: DESK,
    overdue: ({ cut }) =>
      countSql(sql`from statements s
        where coalesce(s.lifted_at, s.ends_at, s.starts_at) <= ${timestampSql(cut)}
          and (s.kind <> 'ban' or s.lifted_at is not null or s.user_id is null)
          and not exists (select from users u where u.id = s.user_id and u.restricted_at is not null)
          and not exists (select from appeals a where a.statement_id = s.id
            and a.user_id is not null and a.decided_at is null)`),
  },
  banEvidence: {
    data: 'banned_addresses',
    act: 'delete',
    law: INTEREST,
    overdue: ({ cut }) =>
      countSql(sql`from banned_addresses where banned_at <= ${timestampSql(cut)}`),
  },
  apartMarks: {
    data: 'apart_marks of accounts that are gone, unless somebody came back with the address',
    act: 'delete',
    law: INTEREST,
    overdue: ({ cut }) =>
      countSql(sql`from apart_marks m
        where m.kept_at <= ${timestampSql(cut)} and m.kind <> 'address'
          and not exists (select from blocks b
            where b.blocker_id = m.owner_id and b.source_id = m.source_id)
          and not exists (select from wave_declines d
            where d.user_id = m.owner_id and d.source_id = m.source_id)`),
  },
} as const satisfies Record<
  'cases' | 'heldCases' | 'takenAway' | 'statements' | 'banEvidence' | 'apartMarks',
  KeptRule
>
