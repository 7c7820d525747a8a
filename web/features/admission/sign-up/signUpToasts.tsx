import type { CallError } from '#web/platform/api/call.ts'
import { ErrorText, FieldText } from '#web/platform/api/ErrorText.tsx'
import { showToast } from '#web/platform/outbox/toast.tsx'
import { addToast } from '#web/ui/feedback/toastQueue.ts'
import { isHelped, ProblemHelp } from './HelpedProblem.tsx'
import { TermsRenewed } from './TermsCheckbox.tsx'

/** What the specification also says by toast: a birthdate that will not do, and missing consent. */
export function toastInvalid(problems: { birthdate?: string; acceptsTerms?: string }): void {
  for (const message of [problems.birthdate, problems.acceptsTerms]) {
    if (!isHelped(message)) continue
    addToast({
      title: <FieldText message={message} />,
      description: <ProblemHelp message={message} />,
      tone: 'danger',
    })
    return
  }
}

export function toastRefused(error: CallError): void {
  const helped = error.body?.errors?.map(({ message }) => message).find(isHelped)
  if (helped) return toastInvalid({ birthdate: helped })
  const newer = error.body?.version
  showToast({
    title: error.code === 'too_many_attempts' ? 'too_many_attempts_de' : 'signup_failed',
    description: newer ? <TermsRenewed version={newer} /> : <ErrorText failure={error} />,
  })
}
