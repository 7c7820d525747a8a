import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import { retentionRules, rulesInForce, type RuleInForce } from './retention.rules.ts'

/**
 * By what each rule finds what is due: an index of the table that begins with it. A sentence says why it needs
 * none: the author of a rule decides.
 */
const FOUND: Record<RuleInForce, string[] | string> = {
  identityApproved: 'a member has a few submissions in their life',
  identityRejected: 'a member has a few submissions in their life',
  identityAbandoned: 'a member has a few submissions in their life',
  vouchers: ['ledger_entries: at', 'invoices: issued_at'],
  addresses: 'who waits in line, and the members who did: the line is read by its place',
  auditLog: 'read in its order from the beginning to the first entry that stays',
  loginCookies: ['sessions: expires_at'],
  logIns: ['log_ins: at'],
  inactiveAccounts: ["users: COALESCE(last_seen_on, (created_at AT TIME ZONE 'UTC'::text)::date)"],
  deletedAccounts: ['account_deletions: purge_at'],
  unconfirmedAccounts: ['users: created_at'],
  waitlistUnconfirmed: 'the line',
  waitlistConfirmed: ['waitlist: confirmed_at'],
  waitlistDeclined: 'the line',
  invitations: 'a member has a few',
  mailTokens: [
    'email_tokens: expires_at',
    'waitlist_tokens: expires_at',
    'email_changes: expires_at',
  ],
  consents: ['consent_log: created_at', 'consent_ledger: at'],
  messages: ['messages: COALESCE(answered_at, received_at)'],
  notices: ['notices: COALESCE(concluded_at, received_at)'],
  declarations: ['declarations: received_at'],
  providerNotices: ['webhooks: received_at'],
  exports: 'a member has one',
  sentMails: ['sent_mails: sent_at', 'refused_addresses: refused_at'],
  dataRequests: 'a few of a thousand members',
  bellItems: ['bell_items: created_at'],
  tables: ['tables: ended_at'],
  tableWaits: ['tables: created_at', 'table_refusals: declined_at'],
  tableWords: 'found by their tables, which both forget: see seats',
  signals: ['signals: given_at'],
  cases: 'the desk’s',
  heldCases: 'the desk’s',
  takenAway: 'the desk’s',
  statements: ['statements: COALESCE(lifted_at, ends_at, starts_at)'],
  banEvidence: ['banned_addresses: banned_at'],
  apartMarks: ['apart_marks: kept_at'],
  backups: 'an id for each account that went in 35 days',
}

test('what has had its time is found by an index, or is said to be little', async () => {
  await using club = await openClub()
  const indexes = await club.db.rows<{ found: string }>(sql`
    select i.indrelid::regclass::text || ': ' || pg_get_indexdef(i.indexrelid, 1, true) as found
    from pg_index i where i.indisvalid`)
  const known = new Set(indexes.map(({ found }) => found))
  const missing = rulesInForce.flatMap((rule) =>
    typeof FOUND[rule] === 'string' ? [] : FOUND[rule].filter((one) => !known.has(one)),
  )
  expect(missing).toEqual([])
})

/** As PostgreSQL writes it and as we do. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/\b[a-z]\.|::\w+|[()]/g, '')
    .replaceAll(/\s+/g, ' ')

test('what is due is compared by what the index begins with, and not by something made of it', () => {
  const now = new Date('2026-11-29T12:00:00Z')
  for (const rule of rulesInForce) {
    const found = FOUND[rule]
    if (typeof found === 'string') continue
    const { text } = retentionRules[rule].overdue!({ now, cut: now, mustConfirm: true })
    for (const one of found) {
      const [table, column] = one.split(': ')
      expect(plain(text)).toContain(table)
      expect(plain(text)).toMatch(new RegExp(`\\b${plain(column!)} <`))
    }
  }
})
