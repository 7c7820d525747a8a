import { excerpt } from '#contract/excerpt.ts'
import { limits } from '#contract/limits.ts'
import type { LiveEvent } from '#contract/live.ts'
import type { Table } from '#contract/tables/tables.ts'

/** Applies an event to a table; `missed` if it has to be loaded again. Applying one twice changes nothing. */
export function applyToTable(table: Table, event: LiveEvent, userId: string): Table | 'missed' {
  const { id, latest, unread } = table
  if (event.type === 'ready') {
    const stands = event.tables?.find((one) => one.id === id)
    return stands && stands.latest !== latest ? 'missed' : table
  }
  if (event.type === 'table_read' && event.table === id) {
    const { number } = event
    if (number <= table.readNumber) return table
    return number >= latest ? { ...table, readNumber: number, unread: 0 } : 'missed'
  }
  if (event.type !== 'message' || event.table !== id || event.number < latest) return table
  const { number, post } = event
  const last = post && {
    isOwn: post.author.id === userId,
    text: excerpt(post.text.split('\n', 1)[0] ?? '', limits.excerpt),
    at: post.createdAt,
  }
  if (number === latest)
    return last?.at === table.last?.at && last?.text === table.last?.text ? table : 'missed'
  if (number > latest + 1 || !last) return 'missed'
  return {
    ...table,
    latest: number,
    last,
    isMyTurn: !last.isOwn,
    unread: Math.min(limits.unreadCounted, unread + (last.isOwn ? 0 : 1)),
  }
}
