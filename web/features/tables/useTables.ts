import { useQueryClient } from '@tanstack/react-query'
import { listTables, type Table } from '#contract/tables/tables.ts'
import { query } from '#web/platform/api/call.ts'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { useLiveQuery } from '#web/platform/live/useLiveQuery.ts'
import { useMember } from '#web/platform/session/session.ts'
import { applyToTable } from './applyToTable.ts'

const tablesQuery = query(listTables, {})

/** One's tables, kept up to date by events. */
export function useTables() {
  const client = useQueryClient()
  const { userId } = useMember()
  const { result, askAgain } = useLiveQuery(listTables, {})
  useLiveEvents((event) => {
    if (event.type === 'rooms') return askAgain()
    const known = client.getQueryData(tablesQuery.queryKey)
    if (!known) return
    const tables = known.tables.map((table) => applyToTable(table, event, userId))
    if (tables.includes('missed')) return askAgain()
    // what no event changed is not newer than it was
    if (tables.some((table, index) => table !== known.tables[index]))
      client.setQueryData(tablesQuery.queryKey, { tables: tables as Table[] })
  })
  return result
}

/** The number of unread messages and of members who wait at a table. */
export const countNew = (tables: readonly Table[]): number =>
  tables.reduce((sum, { unread, state }) => sum + unread + (state === 'asked' ? 1 : 0), 0)

type Change = { changed?: Table; removedId?: string }

/** Takes over how a table stands after an act, or that it is gone, and asks for all of them again. */
export function useTablesUpdate() {
  const client = useQueryClient()
  return async ({ changed, removedId = changed?.id }: Change = {}) => {
    await client.cancelQueries({ queryKey: tablesQuery.queryKey })
    client.setQueryData(tablesQuery.queryKey, (known) => {
      const others = known?.tables.filter(({ id }) => id !== removedId)
      return others && { tables: changed ? [changed, ...others] : others }
    })
    await client.invalidateQueries({ queryKey: tablesQuery.queryKey })
  }
}
