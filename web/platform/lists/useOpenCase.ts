import { useNavigate } from 'react-router'
import { openOwnCase, type OwnCaseTarget } from '#contract/moderation/cases.ts'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/api/call.ts'
import { useAct } from '#web/platform/reauthentication/useAct.tsx'
import { useStillHere } from '#web/ui/behaviour/useStillHere.ts'

/** For staff who come upon something themselves: opens a case about it, and goes there. */
export function useOpenCase() {
  const navigate = useNavigate()
  const { run, isPending, failure } = useAct()
  const isHere = useStillHere()
  const open = ({ kind, id }: OwnCaseTarget) =>
    void run(async () => {
      const { caseId } = await call(openOwnCase, { body: { target: { kind, id } } })
      if (isHere()) await navigate(paths.adminReport(caseId))
    })
  return { open, isPending, failure }
}
