import type { CallError } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'

type Words = Key<'billing'>

/** Answers after which nobody knows whether the order was taken; sending it again is safe. */
const UNSURE: readonly string[] = ['FETCH_ERROR', 'unexpected', 'unavailable']

function explainFailure({ code }: CallError): [title: Words, text: Words] {
  if (code === 'provider_unavailable') return ['order_paused', 'order_paused_text']
  return ['order_failed', UNSURE.includes(code) ? 'order_unheard' : 'order_failed_nothing']
}

/** Why the order did not go through, and what became of it. */
export function OrderFailure({ failure }: { failure: CallError }) {
  if (failure.code === 'intent_expired')
    return (
      <Notice tone="danger">
        <Text ns="billing" k="order_renewed" />
      </Notice>
    )
  const [title, text] = explainFailure(failure)
  return (
    <Notice tone="danger" title={<Text ns="billing" k={title} />}>
      <p>
        <ErrorText failure={failure} />
      </p>
      <Text as="p" ns="billing" k={text} />
    </Notice>
  )
}
