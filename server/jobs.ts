import { cleanUp } from './features/auth/cleanup.service.ts'
import {
  mailAccountExists,
  mailConfirmation,
  mailPasswordChanged,
  mailReset,
  mailReviewOverdue,
  mailVerificationDecided,
} from './features/auth/mails.service.ts'
import { sweepPhotos } from './features/profiles/photos.sweep.ts'
import { turnMonth } from './features/verification/months.service.ts'
import { remindReviewers } from './features/verification/overdue.service.ts'
import { shredDue } from './features/verification/shredding.service.ts'
import type { JobHandlers, JobName } from './platform/jobs.ts'

/** Every job and the function that does it. */
export const jobHandlers: JobHandlers = {
  mail_confirmation: mailConfirmation,
  mail_account_exists: mailAccountExists,
  mail_reset: mailReset,
  mail_password_changed: mailPasswordChanged,
  mail_verification_decided: mailVerificationDecided,
  mail_review_overdue: mailReviewOverdue,
  clean_up: cleanUp,
  sweep_photos: sweepPhotos,
  shred_documents: shredDue,
  turn_month: turnMonth,
  remind_reviewers: remindReviewers,
}

/** Jobs that run by the clock (cron, UTC). */
export const jobSchedule: Partial<Record<JobName, string>> = {
  clean_up: '17 * * * *',
  sweep_photos: '*/10 * * * *',
  shred_documents: '7-57/10 * * * *',
  turn_month: '37 * * * *',
  remind_reviewers: '47 * * * *',
}
