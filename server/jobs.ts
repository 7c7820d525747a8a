import { cleanUp } from './features/auth/cleanup.service.ts'
import {
  mailAccountExists,
  mailConfirmation,
  mailPasswordChanged,
  mailReset,
} from './features/auth/mails.service.ts'
import type { JobHandlers, JobName } from './platform/jobs.ts'

/** Every job and the function that does it. */
export const jobHandlers: JobHandlers = {
  mail_confirmation: mailConfirmation,
  mail_account_exists: mailAccountExists,
  mail_reset: mailReset,
  mail_password_changed: mailPasswordChanged,
  clean_up: cleanUp,
}

/** Jobs that run by the clock (cron, UTC). */
export const jobSchedule: Partial<Record<JobName, string>> = {
  clean_up: '17 * * * *',
}
