import { retention } from '#contract/privacy/retention.ts'

/** Days between the last warning and the end, whenever that warning came. */
export const LAST_NOTICE_DAYS = 7

/** The day an unused account ends (`YYYY-MM-DD`): years after it was seen last, and a week after it was said. */
export function inactivityEnd(seenOn: string, warnedOn: string | null): string {
  const end = new Date(seenOn)
  end.setUTCFullYear(end.getUTCFullYear() + retention.inactiveAccounts.amount)
  if (warnedOn === null) return end.toISOString().slice(0, 10)
  const notice = new Date(warnedOn)
  notice.setUTCDate(notice.getUTCDate() + LAST_NOTICE_DAYS)
  return new Date(Math.max(end.getTime(), notice.getTime())).toISOString().slice(0, 10)
}
