import { cleanUp } from './features/auth/cleanup.service.ts'
import { mailFactor } from './features/auth/factors.mails.ts'
import { mailProofCode } from './features/auth/proof.codes.ts'
import {
  mailEmailAsked,
  mailEmailChanged,
  mailEmailConfirmation,
  mailEmailUndone,
} from './features/auth/email.mails.ts'
import {
  mailAccountExists,
  mailAccountNews,
  mailConfirmation,
  mailPasswordChanged,
  mailReset,
  mailReviewOverdue,
  mailVerificationDecided,
} from './features/auth/mails.service.ts'
import { mailNewBrowser, mailSignedOut } from './features/auth/security.mails.ts'
import { announceTerms, mailTerms } from './features/consent/renewal.service.ts'
import { stopAgreement } from './features/billing/agreements.service.ts'
import {
  mailDeclarationDisputed,
  mailDeclarationMatched,
  mailDeclarationReceived,
} from './features/billing/declarations.mails.ts'
import { matchDeclaration } from './features/billing/declarations.matching.ts'
import { repriceAgreement } from './features/billing/agreements.prices.ts'
import { reconcilePayments } from './features/billing/reconciliation.service.ts'
import { mailSubscription } from './features/billing/reminders.service.ts'
import { turnSubscriptions } from './features/billing/subscription.turning.ts'
import { settleWebhooks } from './features/billing/webhooks.service.ts'
import {
  mailContractConfirmed,
  mailOrderReceived,
  mailPaymentFailed,
  mailPaymentReceived,
  mailRefunded,
} from './features/billing/receipts.mails.ts'
import { sendRefunds } from './features/billing/refunds.sending.ts'
import {
  mailMessageAnswered,
  mailMessageReceived,
  mailNoticeReceived,
} from './features/contact/mails.service.ts'
import { mailAppeal } from './features/appeals/mails.service.ts'
import { takeOverdue } from './features/appeals/reminding.service.ts'
import { mailDesk, mailReport, mailStaff } from './features/reports/mails.service.ts'
import { remindDesk } from './features/reports/reminding.service.ts'
import { mailContactWarned, warnContacts } from './features/scams/scams.service.ts'
import { mailStatement } from './features/statements/mails.service.ts'
import { forgetDoor } from './features/door/cleanup.service.ts'
import { mailWaitlist } from './features/door/mails.service.ts'
import { mailDigest, sendDigests } from './features/notices/digest.service.ts'
import { pushBell, sendPush } from './features/notices/push.sending.ts'
import { mailRoleChanged } from './features/house/roles.mails.ts'
import { forgetRoleChanges } from './features/house/roles.service.ts'
import {
  mailAccountLeaving,
  mailAccountPurged,
  mailAccountUnused,
} from './features/privacy/deletion.mails.ts'
import { deleteMinor } from './features/privacy/underAge.service.ts'
import { purgeDue } from './features/privacy/purge.service.ts'
import { buildExport } from './features/privacy/export.building.ts'
import { exportKeys, sweepExports } from './features/privacy/exports.sweep.ts'
import {
  mailExportReady,
  mailRequestNews,
  mailRequestUrgent,
} from './features/privacy/mails.service.ts'
import { remindRequests } from './features/privacy/requests.reminding.ts'
import { keepDaily } from './features/privacy/retention.service.ts'
import { sweepPhotos } from './features/profiles/photos.sweep.ts'
import { turnMonth } from './features/verification/months.service.ts'
import { remindReviewers } from './features/verification/overdue.service.ts'
import { shredDue } from './features/verification/shredding.service.ts'
import { logAuditHead } from './platform/audit.ts'
import type { JobHandlers } from './platform/jobs.ts'
import type { JobName } from './platform/jobs.data.ts'
import { proving } from './platform/retention.ts'

/** Every job and the function that does it. */
export const jobHandlers: JobHandlers = {
  mail_confirmation: mailConfirmation,
  mail_account_exists: mailAccountExists,
  mail_reset: mailReset,
  mail_password_changed: mailPasswordChanged,
  mail_email_confirmation: mailEmailConfirmation,
  mail_email_asked: mailEmailAsked,
  mail_email_changed: mailEmailChanged,
  mail_email_undone: mailEmailUndone,
  mail_new_browser: mailNewBrowser,
  mail_signed_out: mailSignedOut,
  mail_role_changed: mailRoleChanged,
  forget_role_changes: forgetRoleChanges,
  mail_proof: mailProofCode,
  mail_factor: mailFactor,
  mail_verification_decided: mailVerificationDecided,
  mail_review_overdue: mailReviewOverdue,
  mail_terms: mailTerms,
  mail_waitlist: mailWaitlist,
  mail_account_news: mailAccountNews,
  mail_message_received: mailMessageReceived,
  mail_notice_received: mailNoticeReceived,
  mail_message_answered: mailMessageAnswered,
  match_declaration: matchDeclaration,
  mail_declaration_received: mailDeclarationReceived,
  mail_declaration_matched: mailDeclarationMatched,
  mail_declaration_disputed: mailDeclarationDisputed,
  turn_subscriptions: turnSubscriptions,
  stop_agreement: stopAgreement,
  reprice_agreement: repriceAgreement,
  mail_subscription: mailSubscription,
  settle_webhooks: settleWebhooks,
  reconcile_payments: reconcilePayments,
  mail_order_received: mailOrderReceived,
  mail_contract_confirmed: mailContractConfirmed,
  mail_payment_received: mailPaymentReceived,
  mail_payment_failed: mailPaymentFailed,
  mail_refunded: mailRefunded,
  send_refunds: sendRefunds,
  clean_up: proving(cleanUp),
  sweep_photos: sweepPhotos,
  shred_documents: proving(shredDue),
  turn_month: (app) => turnMonth(app, [exportKeys]),
  remind_reviewers: remindReviewers,
  clean_door: proving(forgetDoor),
  announce_terms: announceTerms,
  build_export: buildExport,
  sweep_exports: proving(sweepExports),
  mail_export_ready: mailExportReady,
  mail_request_news: mailRequestNews,
  mail_request_urgent: mailRequestUrgent,
  remind_requests: remindRequests,
  mail_account_leaving: mailAccountLeaving,
  mail_account_purged: mailAccountPurged,
  mail_account_unused: mailAccountUnused,
  purge_accounts: proving(purgeDue),
  delete_minor: deleteMinor,
  keep_retention: keepDaily,
  push_bell: pushBell,
  send_push: sendPush,
  send_digests: sendDigests,
  mail_digest: mailDigest,
  mail_report: mailReport,
  mail_statement: mailStatement,
  warn_contacts: warnContacts,
  mail_contact_warned: mailContactWarned,
  mail_appeal: mailAppeal,
  mail_desk: mailDesk,
  mail_staff: mailStaff,
  remind_desk: (app) => remindDesk(app, takeOverdue),
  note_audit_head: logAuditHead,
}

/** Jobs that run by the clock (cron, UTC). */
export const jobSchedule: Partial<Record<JobName, string>> = {
  keep_retention: '7 * * * *',
  remind_desk: '3-53/10 * * * *',
  purge_accounts: '4-54/10 * * * *',
  clean_up: '17 * * * *',
  sweep_exports: '2-52/10 * * * *',
  remind_requests: '42 * * * *',
  forget_role_changes: '22 * * * *',
  sweep_photos: '*/10 * * * *',
  shred_documents: '7-57/10 * * * *',
  turn_month: '37 * * * *',
  remind_reviewers: '47 * * * *',
  clean_door: '52 * * * *',
  announce_terms: '27 * * * *',
  send_refunds: '*/5 * * * *',
  turn_subscriptions: '* * * * *',
  settle_webhooks: '* * * * *',
  reconcile_payments: '27 2 * * *',
  push_bell: '* * * * *',
  send_digests: '22 * * * *',
  note_audit_head: '57 23 * * *',
}
