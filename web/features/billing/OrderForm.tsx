// The order itself, with its button by law, and why it did not go through.
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { legalLabels } from '#contract/billing/legalLabels.ts'
import { paths } from '#web/paths.ts'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import type { CallError } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { LabelMeaning } from './LegalLink.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { useIntent, type PlanIntent } from './useIntent.ts'
import { useOrdering } from './useOrdering.ts'
import styles from './billing.module.css'

/** The summary with its button. Showing it asks for the right to order it, and creates nothing else. */
export function OrderForm({ isHere }: { isHere: () => boolean }) {
  const result = useIntent()
  return (
    <Card titleId="order" title={<Text ns="billing" k="summary_title" />}>
      <QueryView
        query={result}
        isPart
        failed={<Text ns="billing" k="summary_failed" />}
        waiting={<LoadingSkeleton lines={9} />}
      >
        {(intent) => <Summary intent={intent} renew={result.refetch} isHere={isHere} />}
      </QueryView>
    </Card>
  )
}

type Props = {
  intent: PlanIntent
  renew: () => Promise<unknown>
  /** Whether the screen around still stands: the club may tell of the order before its answer comes. */
  isHere: () => boolean
}

function Summary({ intent, renew, isHere }: Props) {
  const [startsEarly, setStartsEarly] = useState(false)
  const { intentId } = intent
  const { order, isPending, isSlow, failure } = useOrdering({ intentId, renew, isHere })
  const meaning = useId()
  return (
    <div className={`stack-4 ${styles.order}`}>
      <OrderFacts {...intent} />
      <Checkbox
        label={<Text ns="billing" k="early_label" />}
        hint={<Text ns="billing" k="early_hint" />}
        checked={startsEarly}
        onChange={({ target }) => setStartsEarly(target.checked)}
      />
      <Button
        wide
        lang="de"
        pending={isPending}
        aria-describedby={meaning}
        onClick={() => void order(startsEarly)}
      >
        {legalLabels.order}
      </Button>
      <LabelMeaning k="order_meaning" id={meaning} />
      <p role="status" className="hidden-empty stack-2">
        {isSlow && <Text ns="billing" k="order_slow" />}
      </p>
      {failure && <OrderFailure failure={failure} />}
      <p className={`soft small ${styles.soft}`}>
        <Text ns="billing" k="order_next" />
      </p>
      <div>
        <Button look="quiet" render={<Link to={paths.settings} />}>
          <Text ns="billing" k="order_not" />
        </Button>
      </div>
    </div>
  )
}

type Words = Key<'billing'>

/** Answers after which nobody knows whether the order was taken; sending it again is safe. */
const UNSURE: readonly string[] = ['FETCH_ERROR', 'unexpected', 'unavailable']

function explainFailure({ code }: CallError): [title: Words, text: Words] {
  if (code === 'provider_unavailable') return ['order_paused', 'order_paused_text']
  return ['order_failed', UNSURE.includes(code) ? 'order_unheard' : 'order_failed_nothing']
}

/** Why the order did not go through, and what became of it. */
function OrderFailure({ failure }: { failure: CallError }) {
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
