import type { LiveEvent } from '#contract/live.ts'
import { CallError } from '#web/platform/api/call.ts'
import type * as TableCalls from './tableCalls.ts'

/** A place to talk is a room, called by its slug, or a table, called by `table/` and its id: no slug has a `/`. */
export const tablePlace = (tableId: string): string => `table/${tableId}`

/** The table that a place is; a room is none. */
export const findTable = (place: string): string | undefined => place.split('/')[1]

/** Where it happened. */
export const findPlace = (event: { room: string } | { table: string }): string =>
  'room' in event ? event.room : tablePlace(event.table)

/** How far a place has come, as the stream says of all of them when it begins. */
export function findStanding(
  { rooms, tables }: Extract<LiveEvent, { type: 'ready' }>,
  place: string,
): { latest: number } | undefined {
  const table = findTable(place)
  return table ? tables?.find(({ id }) => id === table) : rooms.find(({ slug }) => slug === place)
}

/** Asks at a table, by calls that only who is at one fetches; undefined where the place is a room. */
export function askTable<T>(
  place: string,
  ask: (calls: typeof TableCalls, tableId: string) => Promise<T>,
): Promise<T> | undefined {
  const table = findTable(place)
  if (!table) return undefined
  return import('./tableCalls.ts').then(
    (calls) => ask(calls, table),
    () => Promise.reject(new CallError(null)),
  )
}
