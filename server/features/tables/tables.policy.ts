import { codes } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import { retentionCutoff, retentionMs } from '#server/platform/limits/retention.ts'

/** Waiting at a table since before that is over. */
export const waitingStart = (now: Date): string => retentionCutoff('tableWaits', now).toISOString()

/** Tables that ended before that are gone, with their words. */
export const keptStart = (now: Date): string => retentionCutoff('tables', now).toISOString()

/** Until when the words of a table that ended can be read, and from when the two may wave again. */
export const keptEnd = (endedAt: string): Date =>
  new Date(Date.parse(endedAt) + retentionMs('tables'))

/** At a table where both want it, words of before that are gone. */
export const rememberedStart = (now: Date): string =>
  retentionCutoff('tableWords', now).toISOString()

/** A last word of the other from before that is owed an answer. */
export const owedCutoff = (now: Date): string =>
  new Date(now.getTime() - limits.answersOwedDays * DAY_MS).toISOString()

type Sitting = { seats: number; owed: number }

/** Why somebody does not sit down at one more table, or null. */
export const sittingRefusal = ({ seats, owed }: Sitting): 'answers_owed' | 'tables_full' | null => {
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
  /** The writer is there for others. */
  isThere: boolean
}

/** Why nothing can be written at a table now, or null. One that was never opened is nobody's to write at. */
export function tableRefusal(
  table: WritableTable,
): typeof codes.notFound | 'table_ended' | 'table_resting' | 'hidden_now' | null {
  if (table.openedAt === null) return codes.notFound
  if (table.endedAt !== null) return 'table_ended'
  if (!table.isOtherThere) return 'table_resting'
  return table.isThere ? null : 'hidden_now'
}
