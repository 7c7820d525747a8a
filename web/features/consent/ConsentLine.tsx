// What a member agreed to of the terms and of content and when; content consent is given or withdrawn here.
import { useState, type ReactNode } from 'react'
import type { Consent } from '#contract/consent/consent.ts'
import { paths } from '#web/paths.ts'
import { DocumentLink } from '#web/platform/shell/DocumentLink.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { showToast } from '#web/platform/outbox/toast.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { ContentConsentDialog } from './ContentConsentDialog.tsx'
import styles from './consent.module.css'
import { useWithdrawConsent } from './useConsents.ts'

export function TermsConsent(consent: Consent) {
  const isOld = consent.version !== consent.current
  return (
    <Line name="terms" about="terms_text" state="accepted" consent={consent}>
      {isOld && (
        <p className="small">
          <Text ns="consent" k="outdated" values={{ current: consent.current }} />
        </p>
      )}
      <Button
        look="quiet"
        size="s"
        className={styles.act}
        render={<DocumentLink to={paths.legal('terms')} />}
      >
        <Text ns="consent" k="terms_read" />
      </Button>
    </Line>
  )
}

export function ContentConsent(consent: Consent) {
  const [asking, setAsking] = useState<'give' | 'withdraw' | null>(null)
  const close = () => setAsking(null)
  const act = consent.isGiven ? 'withdraw' : 'give'
  return (
    <Line name="content" about="content_text" state="given" consent={consent}>
      <Button
        look="quiet"
        size="s"
        className={styles.act}
        aria-haspopup="dialog"
        onClick={() => setAsking(act)}
      >
        <Text ns="consent" k={act === 'give' ? 'give_here' : act} />
      </Button>
      <WithdrawDialog isOpen={asking === 'withdraw'} onClose={close} />
      <ContentConsentDialog
        isOpen={asking === 'give'}
        agree="give_here"
        onGiven={close}
        onDeclined={close}
      />
    </Line>
  )
}

type Props = {
  name: Key<'consent'>
  about: Key<'consent'>
  /** What having said yes is called. */
  state: 'given' | 'accepted'
  consent: Consent
  children: ReactNode
}

function Line({ name, about, state, consent, children }: Props) {
  const tongue = useScreenTongue()
  const { isGiven, version, at } = consent
  const values = { day: at ? formatDay(at, tongue) : '', version: version ?? '' }
  return (
    <div className={`stack-1 ${styles.line}`}>
      <Text as="h3" ns="consent" k={name} />
      <Text as="p" className="soft small" ns="consent" k={about} />
      <p className="small">
        <Text ns="consent" k={isGiven ? state : at ? 'withdrawn' : 'never'} values={values} />
      </p>
      {children}
    </div>
  )
}

const CONSEQUENCES = ['withdraw_hidden', 'withdraw_rooms', 'withdraw_kept'] as const

/** Says what follows, then takes the consent back at once. */
function WithdrawDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const withdrawal = useWithdrawConsent()
  const withdraw = () =>
    // also told where the screen was left before the answer came
    withdrawal
      .mutateAsync()
      .then(
        () => showToast({ title: 'consent_withdrawn', tone: 'success' }),
        (error: unknown) =>
          showToast({ title: 'consent_failed', description: <ErrorText failure={error} /> }),
      )
      .finally(onClose)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={<Text ns="consent" k="withdraw_title" />}
      description={<Text ns="consent" k="withdraw_text" />}
      actions={
        <>
          <DialogCancel words={<Text ns="consent" k="withdraw_keep" />} />
          <Button look="danger" pending={withdrawal.isPending} onClick={() => void withdraw()}>
            <Text ns="consent" k="withdraw" />
          </Button>
        </>
      }
    >
      <ul className={`points ${styles.points}`}>
        {CONSEQUENCES.map((k) => (
          <Text key={k} as="li" ns="consent" k={k} />
        ))}
      </ul>
    </Dialog>
  )
}
