import { cleanUp } from '#server/features/accounts/settings/cleanup.service.ts'
import { noteRefusedLogIn } from '#server/features/accounts/login/logIns.service.ts'
import { mailFactor } from '#server/features/accounts/second-factor/factors.mails.ts'
import { mailProofCode } from '#server/features/accounts/reauthentication/proof.codes.ts'
import {
  mailEmailAsked,
  mailEmailChanged,
  mailEmailConfirmation,
  mailEmailUndone,
} from '#server/features/accounts/settings/email.mails.ts'
import {
  mailAccountExists,
  mailAccountNews,
  mailConfirmation,
  mailPasswordChanged,
  mailReset,
  mailReviewOverdue,
  mailVerificationDecided,
} from '#server/features/accounts/mails.service.ts'
import { mailNewBrowser, mailSignedOut } from '#server/features/accounts/settings/security.mails.ts'
import { announceTerms, mailTerms } from './features/consent/renewal.service.ts'
import { stopAgreement } from '#server/features/billing/subscriptions/agreements.service.ts'
import {
  mailDeclarationDisputed,
  mailDeclarationMatched,
  mailDeclarationReceived,
} from '#server/features/billing/declarations/declarations.mails.ts'
import { matchDeclaration } from '#server/features/billing/declarations/declarations.matching.ts'
import { repriceAgreement } from '#server/features/billing/subscriptions/agreements.prices.ts'
import { reconcilePayments } from '#server/features/billing/webhooks/reconciliation.service.ts'
import { mailSubscription } from '#server/features/billing/mails/reminders.service.ts'
import { turnSubscriptions } from '#server/features/billing/subscriptions/machine/subscription.turning.ts'
import { settleWebhooks } from '#server/features/billing/webhooks/webhooks.service.ts'
import {
  mailContractConfirmed,
  mailOrderReceived,
  mailPaymentFailed,
  mailPaymentReceived,
  mailRefunded,
} from '#server/features/billing/mails/receipts.mails.ts'
import { sendRefunds } from '#server/features/billing/subscriptions/refunds.sending.ts'
import {
  mailMessageAnswered,
  mailMessageReceived,
  mailNoticeReceived,
} from './features/contact/mails.service.ts'
import { mailAppeal } from '#server/features/moderation/appeals/mails.service.ts'
import { takeOverdue } from '#server/features/moderation/appeals/appeals.queries.ts'
import {
  mailDesk,
  mailReport,
  mailStaff,
} from '#server/features/moderation/reports/mails.service.ts'
import { remindDesk } from '#server/features/moderation/reports/reminding.service.ts'
import { mailContactWarned, warnContacts } from '#server/features/moderation/scams/scams.service.ts'
import { mailStatement } from '#server/features/moderation/statements/mails.service.ts'
import { forgetDoor } from '#server/features/admission/waitlist/cleanup.service.ts'
import { mailWaitlist } from '#server/features/admission/waitlist/mails.service.ts'
import { mailDigest, sendDigests } from '#server/features/notifications/digest/digest.service.ts'
import { pushBell, sendPush } from '#server/features/notifications/push/push.sending.ts'
import { mailRoleChanged } from '#server/features/admin/roles.mails.ts'
import { forgetRoleChanges } from '#server/features/admin/roles.service.ts'
import {
  mailAccountLeaving,
  mailAccountPurged,
  mailAccountUnused,
} from '#server/features/privacy/deletion/deletion.mails.ts'
import { deleteMinor } from '#server/features/privacy/deletion/underAge.service.ts'
import { purgeDue } from '#server/features/privacy/deletion/purge.service.ts'
import { buildExport } from '#server/features/privacy/export/export.building.ts'
import { exportKeys, sweepExports } from '#server/features/privacy/export/exports.sweep.ts'
import {
  mailExportReady,
  mailRequestNews,
  mailRequestUrgent,
} from '#server/features/privacy/deletion/mails.service.ts'
import { remindRequests } from '#server/features/privacy/requests/requests.reminding.ts'
import { keepDaily } from '#server/features/privacy/retention/retention.service.ts'
import { sweepPhotos } from '#server/features/members/photos.sweep.ts'
import { turnMonth } from './features/verification/months.service.ts'
import { remindReviewers } from '#server/features/verification/review/overdue.service.ts'
import { shredDue } from './features/verification/shredding.service.ts'
import { logAuditHead } from '#server/platform/limits/audit.ts'
import type { JobHandlers } from '#server/platform/jobs/jobs.ts'
import type { JobName } from '#server/platform/jobs/jobs.data.ts'
import { proving } from '#server/platform/limits/retention.ts'

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
  note_refused_log_in: noteRefusedLogIn,
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
