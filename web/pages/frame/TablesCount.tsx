import { useForgetGone } from '#web/features/tables/useForgetGone.ts'
import { countNew, useTables } from '#web/features/tables/useTables.ts'
import { Count } from './Count.tsx'

export function TablesCount() {
  const { tables } = useTables().data ?? {}
  useForgetGone(tables)
  return <Count count={countNew(tables ?? [])} />
}
