import { codes } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'

/** Waiting at a table since before that is over. */
export const waitingSince = (now: Date): string =>
  new Date(now.getTime() - limits.tableWaitDays * DAY_MS).toISOString()

/** Tables that ended before that are gone, with their words. */
export const keptSince = (now: Date): string =>
  new Date(now.getTime() - limits.tableKeptDays * DAY_MS).toISOString()

/** At a table where both want it, words of before that are gone. */
export const forgottenBefore = (now: Date): string =>
  new Date(now.getTime() - DAY_MS).toISOString()

/** A last word of the other from before that is owed an answer. */
export const owedSince = (now: Date): string =>
  new Date(now.getTime() - limits.answersOwedDays * DAY_MS).toISOString()

type Sitting = { seats: number; owed: number }

/** Why somebody does not sit down at one more table, or null. */
export const sittingRefusal = ({
  seats,
  owed,
}: Sitting): 'answers_owed' | 'tables_full' | null => {
  if (owed >= limits.answersOwed) return 'answers_owed'
  return seats >= limits.tables ? 'tables_full' : null
}

/** Whether somebody may give or ask for an address at a table: both have written a few times. */
export const mayExchangeContacts = (written: { own: number; others: number }): boolean =>
  Math.min(written.own, written.others) >= limits.messagesUntilContact

type WritableTable = {
  openedAt: string | null
  endedAt: string | null
  /** The other may be looked at by the writer, and the writer by them. */
  isOtherThere: boolean
}

/** Why nothing can be written at a table now, or null. One that was never opened is nobody's to write at. */
export function tableRefusal(
  table: WritableTable,
): typeof codes.notFound | 'table_ended' | 'table_resting' | null {
  if (table.openedAt === null) return codes.notFound
  if (table.endedAt !== null) return 'table_ended'
  return table.isOtherThere ? null : 'table_resting'
}
