import { useRef, useState } from 'react'
import { contentConsent } from '#contract/consent/consentTexts.ts'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { useClub } from '#web/text/club.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Dialog, DialogClose } from '#web/ui/dialogs/Dialog.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { useGiveConsent } from './useConsents.ts'
import styles from './consent.module.css'

type Props = {
  isOpen: boolean
  /** What agreeing is called where it is asked. */
  agree?: Key<'consent'>
  onGiven: () => void
  onDeclined: () => void
  returnTo?: () => HTMLElement | null
}

/** The explicit consent of Art. 9 GDPR, on its own and never ticked beforehand. */
export function ContentConsentDialog({
  isOpen,
  agree = 'give',
  onGiven,
  onDeclined,
  ...focus
}: Props) {
  const { t } = useText('shell')
  const tongue = useScreenTongue()
  const { name } = useClub()
  const box = useRef<HTMLInputElement>(null)
  const [isTicked, setTicked] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const consent = useGiveConsent(onGiven)
  const { title, intro, points, statement } = contentConsent(tongue, name)

  // whoever is asked again ticks it again
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    setTicked(false)
    setMissing(false)
  }
  const decline = () => {
    consent.reset()
    onDeclined()
  }
  const give = () => {
    setMissing(!isTicked)
    if (!isTicked) return box.current?.focus()
    const version = documentVersions.content
    consent.mutate({ document: 'content', version, language: tongue, method: 'checkbox' })
  }

  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && decline()}
      isBusy={consent.isPending}
      size="l"
      isRead
      title={title}
      description={intro}
      closeLabel={t('close')}
      {...focus}
      actions={
        <>
          <DialogClose render={<Button look="quiet" />}>
            <Text ns="consent" k="decline" />
          </DialogClose>
          <Button pending={consent.isPending} onClick={give}>
            <Text ns="consent" k={agree} />
          </Button>
        </>
      }
    >
      <ul className={styles.points}>
        {points.map((point) => (
          <Point key={point} words={point} />
        ))}
      </ul>
      <div className={styles.statement}>
        <Checkbox
          ref={box}
          checked={isTicked}
          onChange={({ target }) => {
            setTicked(target.checked)
            setMissing(false)
          }}
          label={statement}
          error={isMissing && <Text ns="consent" k="tick_first" />}
        />
      </div>
      {consent.error && (
        <Notice tone="danger" title={<Text ns="toast" k="consent_failed" />}>
          <ErrorText failure={consent.error} />
        </Notice>
      )}
    </Dialog>
  )
}

/** What a point is about stands before its first colon. */
function Point({ words }: { words: string }) {
  const [, subject, rest] = /^([^:]+:)(.*)$/s.exec(words) ?? [null, '', words]
  return (
    <li>
      <strong>{subject}</strong>
      {rest}
    </li>
  )
}
