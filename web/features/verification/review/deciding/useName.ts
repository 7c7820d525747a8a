import type { SubmissionLine } from '#contract/verification/review.ts'
import { useText } from '#web/text/Text.tsx'

/** What to call the person who submitted, also when their account is gone. */
export function useName(): (line: Pick<SubmissionLine, 'username'>) => string {
  const { t } = useText('review')
  return ({ username }) => username ?? t('account_gone')
}
