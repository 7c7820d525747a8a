// Where an order stands after the way to the payment provider; whatever changes is read out.
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { limits } from '#contract/limits.ts'
import { type Subscription, readOrder } from '#contract/billing/billing.ts'
import { codes } from '#contract/errors.ts'
import { paths } from '#web/paths.ts'
import type { Key } from '#web/text/catalogues.ts'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { query, type CallError } from '#web/platform/api/call.ts'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { WaitingActs } from './WaitingActs.tsx'
import styles from './billing.module.css'
import { useBillingChanged } from './useBilling.ts'
import { useQuery } from '@tanstack/react-query'

type Outcome = 'wait' | 'approved' | 'declined' | 'done' | 'lost'

function findOutcome({ status, periodStart }: Subscription): Outcome {
  if (status === 'pending') return 'wait'
  if (status === 'active') return 'approved'
  return status === 'ended' && !periodStart ? 'declined' : 'done'
}

/** Without an address nobody can agree: it was done already, or the order has yet to reach the provider. */
const waitingWords = ({ approveUrl }: Subscription, hasRefused: boolean) =>
  !approveUrl ? 'reach' : hasRefused ? 'refused' : 'wait'

export function OrderProgress({ subscriptionId }: { subscriptionId: string }) {
  const { data, error, refetch } = useOrderProgress(subscriptionId)
  const isLost = error !== null && !isPassing(error)
  // how the provider's way back for those who did not agree is told from the other
  const hasRefused = new URLSearchParams(useLocation().search).has('declined')
  const outcome = isLost ? 'lost' : data && findOutcome(data)
  const words = outcome === 'wait' && data ? waitingWords(data, hasRefused) : outcome
  return (
    <>
      {error && !isLost && (
        <Notice title={<Text ns="billing" k="unheard_title" />}>
          <Text ns="billing" k={data ? 'unheard_text' : 'unheard_first'} />
        </Notice>
      )}
      <Card aria-busy={!outcome}>
        <div role="status" className="hidden-empty stack-2">
          {words && (
            <>
              <h2>
                <Text ns="billing" k={`${words}_title`} />
              </h2>
              <p>
                <Text ns="billing" k={`${words}_text`} />
              </p>
            </>
          )}
        </div>
        {!outcome && <LoadingSkeleton lines={3} />}
        {outcome === 'wait' && data && <Waiting order={data} onAsk={refetch} />}
        {outcome && outcome !== 'wait' && <Ways outcome={outcome} />}
        {data && !isLost && (
          <p className={`soft small ${styles.soft}`}>
            <Text ns="billing" k="order_number" values={{ number: data.number }} />
          </p>
        )}
      </Card>
    </>
  )
}

type WaitingProps = { order: Subscription; onAsk: () => Promise<unknown> }

const Waiting = (props: WaitingProps) => (
  <>
    {props.order.approveUrl && <Text as="p" ns="billing" k="wait_done" />}
    <WaitingActs {...props} />
    <p className={`soft small ${styles.soft}`}>
      <Text ns="billing" k="wait_lapse" values={{ hours: limits.approvalHours }} />
    </p>
  </>
)

/** Where to go from there; the first is what most will want. */
const WAYS = {
  approved: ['to_rooms', 'to_subscription'],
  declined: ['to_upgrade', 'to_rooms'],
  done: ['to_subscription', 'to_rooms'],
  lost: ['to_subscription', 'to_rooms'],
} as const satisfies Record<Exclude<Outcome, 'wait'>, readonly Key<'billing'>[]>

const TO = {
  to_rooms: paths.rooms,
  to_subscription: paths.settings,
  to_upgrade: paths.upgrade,
} as const

const Ways = ({ outcome }: { outcome: keyof typeof WAYS }): ReactNode => (
  <div className="row-3">
    {WAYS[outcome].map((k, index) => (
      <Button key={k} look={index === 0 ? 'primary' : 'quiet'} render={<Link to={TO[k]} />}>
        <Text ns="billing" k={k} />
      </Button>
    ))}
  </div>
)

/** Seconds until the next question: soon at first, then ever less often, and within the hour's allowance. */
const WAITS = [1, 2, 3, 5, 8, 13, 21, 34, 55, 90] as const

const nextWait = (tries: number): number => (WAITS[tries - 1] ?? WAITS.at(-1)!) * 1_000

/** How one order stands; asked until it is decided, and at once when the tab is looked at again or rights change. */
function useOrderProgress(subscriptionId: string) {
  const order = useQuery<Subscription, CallError>({
    ...query(readOrder, { params: { subscriptionId } }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => {
      if (state.error && !isPassing(state.error)) return false
      if (state.data && state.data.status !== 'pending') return false
      return nextWait(state.dataUpdateCount + state.errorUpdateCount)
    },
  })
  const { refetch, data } = order
  useLiveEvents((event) => {
    if (event.type === 'rooms') void refetch()
  })
  const changed = useBillingChanged()
  const spread = useEffectEvent(() => void changed())
  const isDecided = data !== undefined && data.status !== 'pending'
  useEffect(() => {
    if (isDecided) spread()
  }, [isDecided])
  return order
}

/** Whether a failure says nothing about the order. */
const isPassing = ({ code }: CallError): boolean =>
  code !== codes.notFound && code !== 'invalid_input'
