// For each kind of data: what is done when its time is over, by which law, and how many rows are past it.
import type { RetentionRule } from '#contract/privacy/retention.ts'
import { sql } from '#server/platform/database/database.ts'
import {
  timestampSql,
  countSql,
  countElsewhere,
  guardYearsSql,
  identity,
  INTEREST,
  MINIMISED,
  SECURITY,
  type KeptRule,
} from './retention.counting.ts'
import { deskRules } from './retention.desk.ts'

/** Every rule of retention: what it is about, what happens when its time has come, and why that long. */
export const retentionRules = {
  identityApproved: identity('verified'),
  identityRejected: identity('rejected'),
  identityAbandoned: identity('pending'),
  ibanFragment: countElsewhere('none: payers tell their bank to their provider', MINIMISED),
  vouchers: {
    data: 'invoices, ledger_entries, and what is left of their contract',
    act: 'delete',
    law: {
      de: '§ 147 Abs. 3, 4 AO, § 257 Abs. 4 HGB',
      en: 'section 147 (3), (4) AO, section 257 (4) HGB',
    },
    overdue: ({ cut }) => {
      const latest = sql`least(${timestampSql(cut)}, date_trunc('year', (now() - interval '8 years')
        at time zone 'Europe/Berlin') at time zone 'Europe/Berlin')`
      return sql`select (select count(*) from ledger_entries l where l.at < ${latest})
        + (select count(*) from invoices i where i.issued_at < ${latest} and not exists (
          select from invoices c where c.corrects_id = i.id and c.issued_at >= ${latest})) as count`
    },
  },
  addresses: {
    data: 'waitlist (requested_from, confirmed_from)',
    act: 'forget_whose',
    law: INTEREST,
    overdue: ({ cut }) =>
      countSql(sql`from waitlist
        where (requested_from is not null and requested_at <= ${timestampSql(cut)})
          or (confirmed_from is not null and confirmed_at <= ${timestampSql(cut)})`),
  },
  auditLog: {
    data: 'audit',
    act: 'delete',
    law: { de: 'Art. 5 Abs. 2, Art. 32 DSGVO', en: 'Art. 5 (2), Art. 32 GDPR' },
    overdue: ({ cut }) =>
      countSql(sql`from audit a where a.id < coalesce(
        (select min(b.id) from audit b where b.at > ${guardYearsSql(cut, '2 years')}),
        (select max(b.id) from audit b))`),
  },
  cookies: countElsewhere('cookies of browsers', { de: '§ 25 TDDDG', en: 'section 25 TDDDG' }),
  loginCookies: {
    data: 'sessions',
    act: 'delete',
    law: MINIMISED,
    overdue: ({ now }) => countSql(sql`from sessions where expires_at <= ${timestampSql(now)}`),
  },
  logIns: {
    data: 'log_ins',
    act: 'delete',
    law: SECURITY,
    overdue: ({ cut }) =>
      countSql(sql`from log_ins l join users u on u.id = l.user_id
        where l.at <= ${timestampSql(cut)} and u.restricted_at is null`),
  },
  inactiveAccounts: {
    data: 'users, and everything that hangs on them',
    act: 'delete',
    law: MINIMISED,
    overdue: ({ cut }) =>
      countSql(sql`from users u
        where coalesce(u.last_seen_on, (u.created_at at time zone 'UTC')::date)
            <= (${timestampSql(cut)} at time zone 'Europe/Berlin')::date
          and not u.is_demo and u.restricted_at is null
          and not exists (select from account_deletions d where d.user_id = u.id)
          and not exists (select from subscriptions s where s.user_id = u.id
            and s.status in ('active', 'past_due', 'cancelled'))`),
  },
  deletedAccounts: {
    data: 'users, and everything that hangs on them',
    act: 'delete',
    law: { de: 'Art. 17 Abs. 1 lit. b DSGVO', en: 'Art. 17 (1) (b) GDPR' },
    overdue: ({ now }) =>
      countSql(sql`from account_deletions d join users u on u.id = d.user_id
        where d.purge_at <= ${timestampSql(now)} and (d.reason = 'asked' or u.restricted_at is null)`),
  },
  unconfirmedAccounts: {
    data: 'users nobody confirmed',
    act: 'delete',
    law: MINIMISED,
    overdue: ({ cut, mustConfirm }) =>
      countSql(sql`from users u
        where ${mustConfirm}::boolean and u.email_confirmed_at is null
          and u.created_at <= ${timestampSql(cut)} and not u.is_demo and u.restricted_at is null
          and u.last_seen_on is null
          and not exists (select from account_deletions d where d.user_id = u.id)
          and not exists (select from sessions s where s.user_id = u.id)
          and not exists (select from known_devices k where k.user_id = u.id)
          and not exists (select from room_members m where m.user_id = u.id)
          and not exists (select from user_roles r where r.user_id = u.id)`),
  },
  waitlistUnconfirmed: {
    data: 'waitlist',
    act: 'delete',
    law: MINIMISED,
    overdue: ({ cut }) =>
      countSql(sql`from waitlist where confirmed_at is null and declined_at is null
        and requested_at <= ${timestampSql(cut)}`),
  },
  waitlistConfirmed: {
    data: 'waitlist',
    act: 'delete',
    law: { de: 'Art. 7 Abs. 1 DSGVO', en: 'Art. 7 (1) GDPR' },
    overdue: ({ cut }) =>
      countSql(
        sql`from waitlist w where confirmed_at <= ${timestampSql(cut)} and not is_declined(w)`,
      ),
  },
  waitlistDeclined: {
    data: 'waitlist, without an account',
    act: 'delete',
    law: INTEREST,
    overdue: ({ cut }) =>
      countSql(sql`from waitlist w where is_declined(w) and w.declined_at <= ${timestampSql(cut)}
        and not exists (select from users u where u.email = w.email)`),
  },
  invitations: {
    data: 'invitations',
    act: 'forget_whose',
    law: MINIMISED,
    overdue: ({ cut }) =>
      countSql(sql`from invitations where coalesce(revoked_at, expires_at) <= ${timestampSql(cut)}
        and (uses = 0 or email is not null or note is not null)`),
  },
  mailTokens: {
    data: 'email_tokens, waitlist_tokens, email_changes',
    act: 'delete',
    law: MINIMISED,
    overdue: ({ now }) =>
      sql`select (select count(*) from email_tokens where expires_at <= ${timestampSql(now)})
        + (select count(*) from waitlist_tokens where expires_at <= ${timestampSql(now)})
        + (select count(*) from email_changes where expires_at <= ${timestampSql(now)}) as count`,
  },
  consents: {
    data: 'consent_ledger, consent_log',
    act: 'delete',
    law: {
      de: 'Art. 7 Abs. 1, Art. 5 Abs. 2 DSGVO, §§ 195, 199 BGB',
      en: 'Art. 7 (1), Art. 5 (2) GDPR, sections 195, 199 BGB',
    },
    overdue: ({ cut }) => {
      const past = guardYearsSql(cut, '3 years')
      return sql`select (select count(*) from consent_log where created_at < ${past})
        + (select count(*) from consent_ledger c where c.at < ${past}
          and (not c.is_given or exists (
            select from consent_ledger later where later.user_id = c.user_id
              and later.document = c.document and later.id > c.id and later.at < ${past}))) as count`
    },
  },
  messages: {
    data: 'messages',
    act: 'delete',
    law: { de: 'Art. 6 Abs. 1 lit. b, f DSGVO', en: 'Art. 6 (1) (b), (f) GDPR' },
    overdue: ({ cut }) =>
      countSql(sql`from messages where coalesce(answered_at, received_at) <= ${timestampSql(cut)}`),
  },
  notices: {
    data: 'notices',
    act: 'delete',
    law: { de: 'Art. 16, 17 DSA, §§ 195, 199 BGB', en: 'Art. 16, 17 DSA, sections 195, 199 BGB' },
    overdue: ({ cut }) =>
      countSql(sql`from notices where coalesce(concluded_at, received_at) <= ${timestampSql(cut)}`),
  },
  declarations: {
    data: 'declarations',
    act: 'delete',
    law: { de: '§§ 195, 199, 312k, 356a BGB', en: 'sections 195, 199, 312k, 356a BGB' },
    overdue: ({ cut }) =>
      countSql(sql`from declarations where received_at < ${guardYearsSql(cut, '3 years')}`),
  },
  providerNotices: {
    data: 'webhooks',
    act: 'delete',
    law: INTEREST,
    overdue: ({ cut }) => countSql(sql`from webhooks where received_at <= ${timestampSql(cut)}`),
  },
  exports: {
    data: 'exports, their files and links',
    act: 'expire',
    law: MINIMISED,
    overdue: ({ now }) =>
      countSql(sql`from exports where state = 'ready' and expires_at <= ${timestampSql(now)}`),
  },
  sentMails: {
    data: 'sent_mails, refused_addresses; without a mail server the mails themselves',
    act: 'delete',
    law: INTEREST,
    overdue: ({ cut }) =>
      sql`select (select count(*) from sent_mails m join users u on u.id = m.user_id
          where m.sent_at <= ${timestampSql(cut)} and u.restricted_at is null)
        + (select count(*) from refused_addresses where refused_at <= ${timestampSql(cut)}) as count`,
  },
  dataRequests: {
    data: 'data_requests',
    act: 'delete',
    law: {
      de: 'Art. 5 Abs. 2, Art. 12 DSGVO, § 41 BDSG, § 31 OWiG',
      en: 'Art. 5 (2), Art. 12 GDPR, section 41 BDSG, section 31 OWiG',
    },
    overdue: ({ cut }) =>
      countSql(sql`from data_requests r left join users u on u.id = r.user_id
        where r.closed_at <= ${timestampSql(cut)} and u.restricted_at is null`),
  },
  bellItems: {
    data: 'bell_items',
    act: 'delete',
    law: MINIMISED,
    overdue: ({ cut }) =>
      countSql(sql`from bell_items b join users u on u.id = b.user_id
        where b.created_at <= ${timestampSql(cut)} and u.restricted_at is null`),
  },
  tables: {
    data: 'tables, seats, table_messages',
    act: 'delete',
    law: MINIMISED,
    overdue: ({ cut }) =>
      countSql(sql`from (
        select from tables where ended_at <= ${timestampSql(cut)}
        union all select from seats where left_at <= ${timestampSql(cut)} and cleared_at is null) kept`),
  },
  tableWaits: {
    data: 'tables, seats, table_refusals',
    act: 'delete',
    law: MINIMISED,
    overdue: ({ cut }) =>
      countSql(sql`from (
        select from tables where opened_at is null and created_at <= ${timestampSql(cut)}
        union all select from table_refusals where declined_at <= ${timestampSql(cut)}) waits`),
  },
  tableWords: {
    data: 'table_messages',
    act: 'delete',
    law: MINIMISED,
    overdue: ({ cut }) =>
      countSql(sql`from table_messages m where m.created_at <= ${timestampSql(cut)}
        and (select count(*) from seats s
          where s.table_id = m.table_id and s.forgetting_since is not null) = 2`),
  },
  signals: {
    data: 'signals, signals_seen',
    act: 'delete',
    law: MINIMISED,
    overdue: ({ cut }) =>
      sql`select (select count(*) from signals s join users g on g.id = s.giver_id join users a on a.id = s.about_id
          where s.given_at <= ${timestampSql(cut)} and g.restricted_at is null and a.restricted_at is null)
        + (select count(*) from signals_seen s join users a on a.id = s.about_id
          where s.up_to <= ${timestampSql(cut)} and a.restricted_at is null) as count`,
  },
  ...deskRules,
  backups: {
    data: 'tombstones, and backups wherever they were written',
    act: 'delete',
    law: SECURITY,
    overdue: ({ cut }) =>
      countSql(sql`from tombstones where purged_at <= ${guardYearsSql(cut, '35 days')}`),
  },
  keyBackups: countElsewhere('backups of the keys of the months', SECURITY),
} as const satisfies Record<RetentionRule, KeptRule>

type Table = typeof retentionRules
export type RuleInForce = {
  [R in RetentionRule]: Table[R] extends { overdue: null } ? never : R
}[RetentionRule]

/** The rules that remove something from this database; the others bind browsers and backups. */
export const rulesInForce = (Object.keys(retentionRules) as RetentionRule[]).filter(
  (rule) => retentionRules[rule].overdue !== null,
) as RuleInForce[]
