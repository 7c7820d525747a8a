import { DAY_MS } from '#server/platform/lists/calendar.ts'

const MINUTE_MS = 60_000

/** Money goes back within 14 days (§ 357 (1), § 355 (3) BGB). */
export const refundDueDate = (at: Date): Date => new Date(at.getTime() + 14 * DAY_MS)

/** What is due by then and not done should be looked at: time enough to act. */
export const alarmCutoff = (now: Date): Date => new Date(now.getTime() + 3 * DAY_MS)
/** How soon the same is logged again. */
export const repeatAlarmCutoff = (now: Date): Date => new Date(now.getTime() - DAY_MS)

const LONGEST_MS = 6 * 60 * MINUTE_MS
/** When a refund is tried again after so many tries: sooner at first, every six hours at last. */
export const nextTry = (tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(LONGEST_MS, MINUTE_MS * 2 ** Math.min(tries, 20)))
