// Every job of the club: which function does it, and when those run that go by the clock.
import { cleanUp } from '#server/features/accounts/settings/cleanup.service.ts'
import { noteRefusedLogIn } from '#server/features/accounts/login/logIns.service.ts'
import { factorMails } from '#server/features/accounts/second-factor/secondFactor.mails.ts'
import { proofMails } from '#server/features/accounts/reauthentication/reauthentication.codes.ts'
import { emailMails } from '#server/features/accounts/settings/email.mails.ts'
import { accountMails } from '#server/features/accounts/accounts.mails.ts'
import { securityMails } from '#server/features/accounts/settings/security.mails.ts'
import { announceTerms, termsMails } from './features/consent/renewal.service.ts'
import { stopAgreement } from '#server/features/billing/subscriptions/agreements.service.ts'
import { declarationMails } from '#server/features/billing/declarations/declarations.mails.ts'
import { matchDeclaration } from '#server/features/billing/declarations/declarations.matching.ts'
import { repriceAgreement } from '#server/features/billing/subscriptions/agreements.prices.ts'
import { reconcilePayments } from '#server/features/billing/webhooks/reconciliation.service.ts'
import { reminderMails } from '#server/features/billing/mails/reminders.mails.ts'
import { turnSubscriptions } from '#server/features/billing/subscriptions/machine/subscription.turning.ts'
import { settleWebhooks } from '#server/features/billing/webhooks/webhooks.service.ts'
import { receiptMails } from '#server/features/billing/mails/receipts.mails.ts'
import { sendRefunds } from '#server/features/billing/subscriptions/refunds.sending.ts'
import { contactMails } from '#server/features/contact/contact.mails.ts'
import { appealMails } from '#server/features/moderation/appeals/appeals.mails.ts'
import { takeOverdue } from '#server/features/moderation/appeals/appeals.queries.ts'
import { reportMails } from '#server/features/moderation/reports/reports.mails.ts'
import { remindDesk } from '#server/features/moderation/reports/reminding.service.ts'
import { scamMails, warnContacts } from '#server/features/moderation/scams/scams.service.ts'
import { statementMails } from '#server/features/moderation/statements/statements.mails.ts'
import { forgetDoor } from '#server/features/admission/waitlist/cleanup.service.ts'
import { waitlistMails } from '#server/features/admission/waitlist/waitlist.mails.ts'
import { digestMails, sendDigests } from '#server/features/notifications/digest/digest.service.ts'
import { pushBell, sendPush } from '#server/features/notifications/push/push.sending.ts'
import { keepWeeks } from '#server/features/admin/health.service.ts'
import { roleMails } from '#server/features/admin/roles.mails.ts'
import { forgetRoleChanges } from '#server/features/admin/roles.service.ts'
import { deletionMails } from '#server/features/privacy/deletion/deletion.mails.ts'
import { deleteMinor } from '#server/features/privacy/deletion/underAge.service.ts'
import { purgeDue } from '#server/features/privacy/deletion/purge.service.ts'
import { buildExport } from '#server/features/privacy/export/export.building.ts'
import { exportMails } from '#server/features/privacy/export/export.mails.ts'
import {
  exportKeys,
  sweepArchives,
  sweepExports,
} from '#server/features/privacy/export/exports.sweep.ts'
import { requestMails } from '#server/features/privacy/requests/requests.mails.ts'
import { remindRequests } from '#server/features/privacy/requests/requests.reminding.ts'
import { logComparison } from '#server/features/privacy/retention/files.comparison.ts'
import { keepDaily } from '#server/features/privacy/retention/retention.service.ts'
import { sweepPhoto, sweepPhotos } from '#server/features/members/photos.sweep.ts'
import {
  pushMessages,
  sendMessagePush,
  sweepTables,
  tableKeys,
} from '#server/features/tables/tables.ts'
import { turnMonth } from './features/verification/months.service.ts'
import { restoreVerified } from '#server/features/verification/restoring.service.ts'
import { remindReviewers } from '#server/features/verification/review/overdue.service.ts'
import { shredDue, sweepDocuments } from './features/verification/shredding.service.ts'
import { workOffDeletions } from '#server/platform/files/deletions.ts'
import { logAuditHead } from '#server/platform/limits/audit.ts'
import type { JobHandlers, JobName } from '#server/platform/jobs/jobs.data.ts'
import { proving } from '#server/platform/limits/retention.ts'

/** Every job and the function that does it. */
export const jobHandlers: JobHandlers = {
  note_refused_log_in: noteRefusedLogIn,
  forget_role_changes: forgetRoleChanges,
  keep_weeks: keepWeeks,
  match_declaration: matchDeclaration,
  turn_subscriptions: turnSubscriptions,
  stop_agreement: stopAgreement,
  reprice_agreement: repriceAgreement,
  settle_webhooks: settleWebhooks,
  reconcile_payments: reconcilePayments,
  send_refunds: sendRefunds,
  ...accountMails,
  ...appealMails,
  ...contactMails,
  ...declarationMails,
  ...deletionMails,
  ...digestMails,
  ...emailMails,
  ...exportMails,
  ...factorMails,
  ...proofMails,
  ...receiptMails,
  ...reminderMails,
  ...reportMails,
  ...requestMails,
  ...roleMails,
  ...scamMails,
  ...securityMails,
  ...statementMails,
  ...termsMails,
  ...waitlistMails,
  clean_up: proving(cleanUp),
  delete_files: workOffDeletions,
  compare_files: logComparison,
  sweep_photos: async (app) => {
    if (app.files.isListedOften) await sweepPhotos(app)
  },
  sweep_photo: sweepPhoto,
  sweep_bucket: async (app) => {
    if (app.files.isListedOften) return
    for (const sweep of [sweepPhotos, sweepDocuments, sweepArchives]) await sweep(app)
  },
  shred_documents: proving(shredDue),
  turn_month: (app) => turnMonth(app, [exportKeys, tableKeys]),
  remind_reviewers: remindReviewers,
  clean_door: proving(forgetDoor),
  announce_terms: announceTerms,
  build_export: buildExport,
  sweep_exports: proving(sweepExports),
  sweep_tables: proving(sweepTables),
  remind_requests: remindRequests,
  purge_accounts: proving(purgeDue),
  delete_minor: deleteMinor,
  restore_verified: restoreVerified,
  keep_retention: keepDaily,
  push_bell: pushBell,
  send_push: sendPush,
  push_messages: pushMessages,
  send_message_push: sendMessagePush,
  send_digests: sendDigests,
  warn_contacts: warnContacts,
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
  sweep_tables: '9-59/10 * * * *',
  remind_requests: '42 * * * *',
  forget_role_changes: '22 * * * *',
  keep_weeks: '32 * * * *',
  delete_files: '* * * * *',
  compare_files: '12 3 * * *',
  sweep_photos: '*/10 * * * *',
  sweep_bucket: '42 2 * * *',
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
  push_messages: '* * * * *',
  send_digests: '22 * * * *',
  note_audit_head: '57 23 * * *',
}
