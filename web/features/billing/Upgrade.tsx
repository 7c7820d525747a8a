// What Premium opens and costs, and the order, unless there is a reason why none can be placed.
import type { ReactElement } from 'react'
import { Link } from 'react-router'
import type { Price, Subscription } from '#contract/billing/billing.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#web/paths.ts'
import type { Key } from '#web/text/catalogues.ts'
import { formatEuros } from '#web/text/amounts.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { Text } from '#web/text/Text.tsx'
import { useStillHere } from '#web/ui/behaviour/useStillHere.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { lastDay } from './contractDays.ts'
import { OrderForm } from './OrderForm.tsx'
import { useBilling, type Billing } from './useBilling.ts'
import styles from './billing.module.css'

const OPENS = ['opens_rooms', 'opens_vip', 'opens_places'] as const

export function Upgrade() {
  const result = useBilling()
  const isHere = useStillHere()
  return (
    <>
      <Card titleId="opens" title={<Text ns="billing" k="opens_title" />} tone="lamp">
        <ul role="list" className="points">
          {OPENS.map((k) => (
            <Text key={k} as="li" ns="billing" k={k} values={{ limit: limits.freePlanRooms }} />
          ))}
        </ul>
        {result.data?.provider && <Cost price={result.data.price} />}
      </Card>
      <QueryView
        query={result}
        isPart
        failed={<Text ns="billing" k="load_failed" />}
        waiting={<LoadingSkeleton lines={6} />}
      >
        {(billing) => <Order {...billing} isHere={isHere} />}
      </QueryView>
    </>
  )
}

function Cost({ price: { cents, vatPercent } }: { price: Price }) {
  const price = formatEuros(cents, useScreenTongue())
  return (
    <Text
      as="p"
      className={styles.cost}
      ns="billing"
      k={vatPercent === 0 ? 'opens_price_untaxed' : 'opens_price'}
      values={{ price }}
    />
  )
}

function Order({ provider, subscription, isHere }: Billing & { isHere: () => boolean }) {
  if (subscription) {
    const current = alreadyThere(subscription)
    if (current) return <Standing subscription={subscription} {...current} />
  }
  return provider ? (
    <OrderForm isHere={isHere} />
  ) : (
    <Notice announced={false} title={<Text ns="billing" k="off_title" />}>
      <Text ns="billing" k="off_text" />
    </Notice>
  )
}

type Told = {
  title: Key<'billing'>
  text: Key<'billing'>
  way: ReactElement
  words: Key<'billing'>
}

/** What stands in the way of another order. */
function alreadyThere({ id, status, cancelledAt }: Subscription): Told | null {
  const settings = { way: <Link to={paths.settings} />, words: 'to_subscription' } as const
  if (status === 'active' || status === 'past_due')
    return { title: 'running_title', text: 'running_text', ...settings }
  if (status === 'cancelled') {
    const text = cancelledAt ? 'ending_text' : 'ending_silent'
    return { title: 'ending_title', text, ...settings }
  }
  if (status !== 'pending') return null
  const way = <Link to={paths.order(id)} />
  return { title: 'pending_title', text: 'pending_text', way, words: 'to_order' }
}

function Standing({
  subscription,
  title,
  text,
  way,
  words,
}: Told & { subscription: Subscription }) {
  const tongue = useScreenTongue()
  const end = subscription.endsAt ?? subscription.periodEnd
  const values = { day: end ? lastDay(end, tongue) : '' }
  return (
    <Card titleId="standing" title={<Text ns="billing" k={title} values={values} />}>
      <Text as="p" ns="billing" k={text} />
      <div>
        <Button render={way}>
          <Text ns="billing" k={words} />
        </Button>
      </div>
    </Card>
  )
}
