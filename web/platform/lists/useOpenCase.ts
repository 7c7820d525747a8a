import { useNavigate } from 'react-router'
import { openOwnCase } from '#contract/moderation/cases.ts'
import type { ReportTarget } from '#contract/moderation/reports.ts'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/api/call.ts'
import { useAct } from '#web/platform/reauthentication/useAct.tsx'

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
