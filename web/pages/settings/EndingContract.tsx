import { use } from 'react'
import { lastDay } from '#web/features/billing/contractDays.ts'
import { isOpen } from '#web/features/billing/Subscribed.tsx'
import { useBilling } from '#web/features/billing/useBilling.ts'
import { formatEuros } from '#web/text/amounts.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { DialogContext } from '#web/ui/dialogs/dialogContext.ts'
import { Notice } from '#web/ui/feedback/Notice.tsx'

/** What becomes of a running subscription when the account goes, and the way to cancel it first (control K-20). */
export function EndingContract() {
  const tongue = useScreenTongue()
  const { close } = use(DialogContext)
  const { data, error } = useBilling()
  if (!data)
    return (
      error && (
        <p className="soft small">
          <Text ns="mine" k="delete_contract_unknown" />
        </p>
      )
    )
  const { subscription } = data
  if (!subscription || !isOpen(subscription)) return null
  const { number, status, periodEnd, endsAt, withdrawCents } = subscription
  const day = status === 'past_due' ? null : (endsAt ?? periodEnd)
  return (
    <Notice announced={false} title={<Text ns="mine" k="delete_contract" values={{ number }} />}>
      <p>
        {withdrawCents === null ? (
          <Text ns="mine" k="delete_contract_lost" />
        ) : (
          <Text
            ns="mine"
            k="delete_contract_back"
            values={{ amount: formatEuros(withdrawCents, tongue) }}
          />
        )}
      </p>
      {day && (
        <p>
          <Text
            ns="mine"
            k={status === 'cancelled' ? 'delete_contract_rest' : 'delete_contract_first'}
            values={{ day: lastDay(day, tongue) }}
          />{' '}
          <a href="#subscription" onClick={close}>
            <Text ns="mine" k="delete_contract_see" />
          </a>
        </p>
      )}
    </Notice>
  )
}
