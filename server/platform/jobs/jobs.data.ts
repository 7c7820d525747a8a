import type { Language } from '#contract/fields.ts'
import type { StaffRole } from '#contract/roles.ts'
import type { OpenSession } from '#contract/accounts/security.ts'

/**
 * Every job and what it is told. Small on purpose: a job reads the rows itself, and no secret
 * ever waits in a queue.
 */
export type JobData = {
  // by address, because asking for it must cost the same whether or not there is an account
  mail_confirmation: { email: string }
  mail_account_exists: { email: string }
  mail_reset: { email: string }
  mail_proof: { userId: string }
  mail_factor: { userId: string; event: FactorEvent }
  mail_password_changed: { userId: string; isOwnChange?: boolean }
  mail_email_confirmation: { changeId: string }
  mail_email_asked: { changeId: string }
  mail_email_changed: { changeId: string }
  mail_email_undone: { userId: string }
  // the session may be over before the mail is written
  mail_new_browser: { userId: string; at: string } & Pick<OpenSession, 'browser' | 'system'>
  note_refused_log_in: { email: string; at: string } & Pick<OpenSession, 'browser' | 'system'>
  mail_signed_out: { userId: string }
  mail_role_changed: { userId: string; role: StaffRole; isGrant: boolean }
  forget_role_changes: Record<string, never>
  mail_verification_decided: { userId: string }
  mail_review_overdue: { userId: string }
  mail_terms: { userId: string; version: string }
  mail_waitlist: { email: string }
  mail_account_news: { userId: string }
  mail_message_received: { messageId: string }
  mail_notice_received: { noticeId: string }
  mail_message_answered: { messageId: string }
  clean_up: Record<string, never>
  keep_retention: Record<string, never>
  sweep_photos: Record<string, never>
  shred_documents: Record<string, never>
  turn_month: Record<string, never>
  remind_reviewers: Record<string, never>
  clean_door: Record<string, never>
  announce_terms: Record<string, never>
  match_declaration: { declarationId: string }
  mail_declaration_received: { declarationId: string }
  mail_declaration_matched: { declarationId: string }
  /** `movedFrom`: the contract it does not count for, because a person put it to another. */
  mail_declaration_disputed: { declarationId: string; stays: boolean; movedFrom?: string }
  send_refunds: Record<string, never>
  turn_subscriptions: Record<string, never>
  stop_agreement: { subscriptionId: string }
  reprice_agreement: { subscriptionId: string }
  mail_subscription: {
    subscriptionId: string
    kind: 'renewal' | 'price' | 'approval' | 'cancelled' | 'ended'
  }
  settle_webhooks: Record<string, never>
  /** Begun without data; then after which contract it goes on, and what was found so far. */
  reconcile_payments: { at?: string; after?: string; compared?: number; drifted?: number }
  mail_order_received: { subscriptionId: string }
  mail_contract_confirmed: { subscriptionId: string }
  mail_payment_received: { invoiceId: string }
  mail_payment_failed: { subscriptionId: string }
  mail_refunded: { refundId: string }
  build_export: { exportId: string }
  sweep_exports: Record<string, never>
  mail_export_ready: { exportId: string }
  mail_request_news: { userId: string }
  mail_request_urgent: { userId: string }
  remind_requests: Record<string, never>
  // without an address: one job for each
  delete_minor: { userId: string }
  mail_account_leaving: { userId: string; email?: string }
  // the account is gone: nothing else knows whom to write to
  mail_account_purged: { email: string; language: Language | null }
  mail_account_unused: { userId: string }
  purge_accounts: Record<string, never>
  push_bell: Record<string, never>
  send_push: { userId: string; browserId: string; itemId: string }
  send_digests: Record<string, never>
  mail_digest: { userId: string }
  mail_report: { reportId: string; event: 'received' | 'decided' }
  mail_statement: { statementId: string; event: 'imposed' | 'upheld' | 'lifted' }
  warn_contacts: { userId: string }
  mail_contact_warned: { userId: string }
  mail_appeal: { appealId: string; event: 'received' | 'decided' }
  /** What waits, each thing by whom it is about: they are not told of it. */
  mail_desk: { about?: string[][] }
  mail_staff: { userId: string }
  remind_desk: Record<string, never>
  note_audit_head: Record<string, never>
}
export type JobName = keyof JobData

/** What happened to the ways somebody proves themselves, besides the password. */
export type FactorEvent =
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'totpOn'
  | 'totpOff'
  | 'recoveryCodesRenewed'
  | 'recoveryCodeUsed'
  | 'codesTried'
  | 'allRemoved'
