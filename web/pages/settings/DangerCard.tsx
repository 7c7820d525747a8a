// Where somebody deletes their account, told first what becomes of a subscription and a last admin's club.
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { foreseeDeletion } from '#contract/privacy/ownData.ts'
import { isOpen } from '#web/features/billing/Subscribed.tsx'
import { lastDay } from '#web/features/billing/contractDays.ts'
import { useBilling } from '#web/features/billing/useBilling.ts'
import { DeleteDialog } from '#web/features/privacy/own-data/DeleteDialog.tsx'
import { query } from '#web/platform/api/call.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { formatEuros } from '#web/text/amounts.ts'
import { Card } from '#web/ui/Card.tsx'
import { DialogContext } from '#web/ui/dialogs/dialogContext.ts'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import styles from './SettingsPage.module.css'

export const DangerCard = () => (
  <Card tone="danger" titleId="danger" title={<Text ns="settings" k="danger" />}>
    <Text as="p" className="small" ns="settings" k="danger_text" />
    <DeleteDialog
      className={styles.act}
      goesWithIt={
        <>
          <LastAdmin />
          <EndingContract />
        </>
      }
    />
  </Card>
)

/** What becomes of the club when its last admin goes, who may go all the same. */
function LastAdmin() {
  const { data } = useQuery({ ...query(foreseeDeletion, {}), staleTime: 0 })
  return (
    data?.isLastAdmin && (
      <Notice title={<Text ns="mine" k="delete_last_admin" />}>
        <Text as="p" ns="mine" k="delete_last_admin_text" />
      </Notice>
    )
  )
}

/** What becomes of a running subscription when the account goes, and the way to cancel it first (control K-20). */
function EndingContract() {
  const tongue = useScreenTongue()
  const { close } = use(DialogContext)
  const { data, error } = useBilling()
  if (!data)
    return error && <Text as="p" className="soft small" ns="mine" k="delete_contract_unknown" />
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
