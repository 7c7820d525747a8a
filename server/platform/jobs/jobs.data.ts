import type { App } from '#server/platform/context.ts'
import type { OpenSession } from '#contract/accounts/security.ts'

/**
 * Every job and its data. Small on purpose: a job reads the rows itself, and no secret
 * ever waits in a queue. Each mail adds its own in the `*.mails.ts` that writes it.
 */
export interface JobData {
  note_refused_log_in: { email: string; at: string } & Pick<OpenSession, 'browser' | 'system'>
  forget_role_changes: Record<string, never>
  keep_weeks: Record<string, never>
  clean_up: Record<string, never>
  keep_retention: Record<string, never>
  delete_files: Record<string, never>
  compare_files: Record<string, never>
  sweep_photos: Record<string, never>
  sweep_photo: { userId: string; photoId: string }
  sweep_bucket: Record<string, never>
  shred_documents: Record<string, never>
  turn_month: Record<string, never>
  remind_reviewers: Record<string, never>
  clean_door: Record<string, never>
  announce_terms: Record<string, never>
  match_declaration: { declarationId: string }
  send_refunds: Record<string, never>
  turn_subscriptions: Record<string, never>
  stop_agreement: { subscriptionId: string }
  reprice_agreement: { subscriptionId: string }
  settle_webhooks: Record<string, never>
  /** Begun without data; then after which contract it goes on, and what was found so far. */
  reconcile_payments: { at?: string; after?: string; compared?: number; drifted?: number }
  build_export: { exportId: string }
  sweep_exports: Record<string, never>
  sweep_tables: Record<string, never>
  remind_requests: Record<string, never>
  // without an address: one job for each
  delete_minor: { userId: string }
  restore_verified: { userId: string }
  purge_accounts: Record<string, never>
  push_bell: Record<string, never>
  /** `others`: what rang with it, and is told of where it was read meanwhile. */
  send_push: { userId: string; browserId: string; itemId: string; others?: string[] }
  push_messages: Record<string, never>
  send_message_push: { userId: string; browserId: string; tableId: string }
  send_digests: Record<string, never>
  warn_contacts: { userId: string }
  remind_desk: Record<string, never>
  note_audit_head: Record<string, never>
}
export type JobName = keyof JobData

export type JobHandler<N extends JobName> = (app: App, data: JobData[N]) => Promise<void>

/** A job that writes to somebody. */
export type MailJob<N extends JobName> = {
  send: JobHandler<N>
  /** Dropped: its occasion is over when a backup is restored, or its link opens something. */
  afterRestore: 'sent' | 'dropped'
}

/** What each job does. It may run twice (after a crash), and is tried again when it throws. */
export type JobHandlers = {
  [N in JobName]: N extends `mail_${string}` ? MailJob<N> : JobHandler<N>
}
