import { countNew, useTables } from '#web/features/tables/useTables.ts'
import { Count } from './Count.tsx'

export const TablesCount = () => <Count count={countNew(useTables().data?.tables ?? [])} />
