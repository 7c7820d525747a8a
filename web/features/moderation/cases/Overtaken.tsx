import { Text, useText } from '#web/text/Text.tsx'
import { useCase } from './useDesk.ts'

/** Who was quicker, and what they decided; read from the case as it stands now. */
export function Overtaken({ caseId }: { caseId: string }) {
  const { t } = useText('moderation')
  const last = useCase(caseId).data?.decisions[0]
  if (!last) return <Text ns="moderation" k="overtaken_by_somebody" />
  const values = { by: last.by ?? t('somebody'), what: t(last.kind) }
  return <Text ns="moderation" k="overtaken" values={values} />
}
