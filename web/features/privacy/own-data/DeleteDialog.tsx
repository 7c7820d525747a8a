// Says what goes with an account and what stays for how long; then it is deleted, once.
import { useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { retention, type RetentionRule } from '#contract/privacy/retention.ts'
import { deleteAccount } from '#contract/privacy/ownData.ts'
import { getSecurity } from '#contract/accounts/security.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/api/call.ts'
import { wipeWords } from '#web/platform/session/drafts.ts'
import { leaveNotice } from '#web/platform/api/notice.ts'
import { useAct } from '#web/platform/reauthentication/useAct.tsx'
import { leave, useSession } from '#web/platform/session/session.ts'
import styles from './ownData.module.css'

const AT_ONCE = ['delete_hidden', 'delete_shredded', 'delete_undo'] as const
const KEPT = [
  ['kept_vouchers', 'vouchers'],
  ['kept_consents', 'consents'],
  ['kept_notices', 'notices'],
  ['kept_requests', 'dataRequests'],
  ['kept_log', 'auditLog'],
  ['kept_declarations', 'declarations'],
] as const satisfies [Key<'mine'>, RetentionRule][]
const { backups, banEvidence, cases, heldCases } = retention

/** `goesWithIt`: what else ends with this account; it is read first. */
type Props = { className: string | undefined; goesWithIt: ReactNode }

export function DeleteDialog({ className, goesWithIt }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { begin, isDeleting, failure, forget, proof } = useDeletion()
  const change = (next: boolean) => {
    forget()
    setOpen(next)
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={change}
      isBusy={isDeleting}
      trigger={<Button look="danger" size="s" className={className} />}
      triggerWords={<Text ns="settings" k="delete" />}
      title={<Text ns="settings" k="delete_title" />}
      description={<Text ns="settings" k="delete_text" />}
      isRead
      actions={
        <>
          <DialogCancel words={<Text ns="settings" k="delete_keep" />} />
          <Button look="danger" pending={isDeleting} onClick={() => void begin()}>
            <Text ns="settings" k={isDeleting ? 'deleting' : 'delete_confirm'} />
          </Button>
        </>
      }
    >
      {goesWithIt}
      <div className="floats-empty stack-2">
        <Text as="h3" className="small" ns="mine" k="delete_now" />
        <ul className={`points ${styles.points}`}>
          {AT_ONCE.map((k) => (
            <li key={k}>
              <Text ns="mine" k={k} values={{ days: retention.deletedAccounts.amount }} />
            </li>
          ))}
        </ul>
      </div>
      <div className="floats-empty stack-2">
        <Text as="h3" className="small" ns="mine" k="delete_kept" />
        <ul className={`points ${styles.points}`}>
          {KEPT.map(([k, rule]) => (
            <Text key={k} as="li" ns="mine" k={k} values={{ years: retention[rule].amount }} />
          ))}
          <Text as="li" ns="mine" k="kept_backups" values={{ days: backups.amount }} />
        </ul>
      </div>
      <div className="floats-empty stack-2">
        <Text as="h3" className="small" ns="mine" k="delete_kept_more" />
        <ul className={`points ${styles.points}`}>
          <Text
            as="li"
            ns="mine"
            k="kept_cases"
            values={{ months: cases.amount, years: heldCases.amount }}
          />
          <Text as="li" ns="mine" k="kept_ban" values={{ years: banEvidence.amount }} />
        </ul>
      </div>
      <p role="status" className="visually-hidden">
        {isDeleting && <Text ns="mine" k="deleting" />}
      </p>
      <ErrorNotice failure={failure} />
      {proof}
    </Dialog>
  )
}

/** The button is seen deleting for so long, however fast the club is (spec section 9). */
const LEAST_MS = 1_000

/** Deletes the account and goes to the landing page, which says so. */
function useDeletion() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { session } = useSession()
  const { run, isPending, failure, forget, proof } = useAct()

  /** The moment stands before the act: after it this session is over, and this screen with it. */
  const begin = () =>
    run(async () => {
      const { provedUntil } = await call(getSecurity, {})
      if (provedUntil) await new Promise((resolve) => setTimeout(resolve, LEAST_MS))
      await leave(client, async () => {
        await call(deleteAccount, {}, { isForAnybody: true })
        leaveNotice('account_deleted')
      })
      // after the announcement, so that no tab still open writes a draft again
      if (session) wipeWords(session.userId)
      await navigate(paths.landing)
    })
  return { begin, isDeleting: isPending, failure, forget, proof }
}
