import { useMutation } from '@tanstack/react-query'
import {
  clearTable,
  leaveTable,
  setForgetting,
  sitDown,
  type Table,
} from '#contract/tables/tables.ts'
import { call, type CallError } from '#web/platform/api/call.ts'
import { useTablesUpdate } from './useTables.ts'

/** Sitting down with somebody; with a table of one's own it is got up from there first. */
export function useSitDown(memberId: string) {
  const takeOver = useTablesUpdate()
  return useMutation<Table, CallError, string | undefined>({
    mutationFn: (instead) => call(sitDown, { params: { memberId }, body: { instead } }),
    onSuccess: (changed) => takeOver({ changed }),
  })
}

/** `onLeft` comes first: what it was pressed on is gone once the tables are asked for again. */
export function useLeaveTable({ id }: Pick<Table, 'id'>, onLeft: () => void) {
  const takeOver = useTablesUpdate()
  return useMutation<unknown, CallError>({
    mutationFn: () => call(leaveTable, { params: { tableId: id } }),
    onSuccess() {
      onLeft()
      return takeOver()
    },
  })
}

export function useClearTable({ id }: Pick<Table, 'id'>, onCleared: () => void) {
  const takeOver = useTablesUpdate()
  return useMutation<unknown, CallError>({
    mutationFn: () => call(clearTable, { params: { tableId: id } }),
    onSuccess() {
      onCleared()
      return takeOver({ removedId: id })
    },
  })
}

export function useSetForgetting({ id }: Pick<Table, 'id'>) {
  const takeOver = useTablesUpdate()
  return async (isWanted: boolean) =>
    takeOver({
      changed: await call(setForgetting, { params: { tableId: id }, body: { isWanted } }),
    })
}
