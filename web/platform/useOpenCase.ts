import { useNavigate } from 'react-router'
import { openOwnCase } from '#contract/desk.ts'
import type { ReportTarget } from '#contract/reports.ts'
import { paths } from '#web/paths.ts'
import { call } from './call.ts'
import { useAct } from './proof/useAct.tsx'

/** For staff who come upon something themselves: opens a case about it, and goes there. */
export function useOpenCase() {
  const navigate = useNavigate()
  const { run, isPending, failure } = useAct()
  const open = ({ kind, id }: ReportTarget) =>
    void run(async () => {
      const { caseId } = await call(openOwnCase, { body: { target: { kind, id } } })
      await navigate(paths.adminReport(caseId))
    })
  return { open, isPending, failure }
}
