import { useMutation } from '@tanstack/react-query'
import { abandonOrder, type Subscription } from '#contract/billing/billing.ts'
import { call, type CallError } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { DocumentLink } from '#web/platform/shell/DocumentLink.tsx'
import { Text } from '#web/text/Text.tsx'
import { useFocusHandover } from '#web/ui/behaviour/passFocusOn.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { withProvider } from './useBilling.ts'

type Props = { order: Subscription; onAsk: () => Promise<unknown> }

/** On to the provider, another look, or no order after all. */
export function WaitingActs({ order, onAsk }: Props) {
  // not while it is asked by itself, every few seconds
  const ask = useMutation({ mutationFn: onAsk })
  const giveUp = useMutation<unknown, CallError>({
    mutationFn: () => call(abandonOrder, { params: { subscriptionId: order.id } }, withProvider),
    // refused because it was approved meanwhile: that is what the answer will say
    onSettled: onAsk,
  })
  return (
    <>
      <div className="row-3">
        {order.approveUrl && (
          <Button render={<DocumentLink to={order.approveUrl} />}>
            <Text ns="billing" k="wait_go" />
          </Button>
        )}
        <Button
          ref={useFocusHandover}
          look="quiet"
          pending={ask.isPending}
          onClick={() => ask.mutate()}
        >
          <Text ns="billing" k="wait_ask" />
        </Button>
        <Button
          ref={useFocusHandover}
          look="plain"
          pending={giveUp.isPending}
          onClick={() => giveUp.mutate()}
        >
          <Text ns="billing" k="give_up" />
        </Button>
      </div>
      {giveUp.error && giveUp.error.code !== 'already_subscribed' && (
        <Notice tone="danger" title={<Text ns="billing" k="give_up_failed" />}>
          <ErrorText failure={giveUp.error} />
        </Notice>
      )}
    </>
  )
}
