// The explicit consent of Art. 9 GDPR, on its own and never ticked beforehand.
import { useRef, useState } from 'react'
import { contentConsent } from '#contract/consent/consentTexts.ts'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { useClub } from '#web/text/club.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Dialog, DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
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

export function ContentConsentDialog({
  isOpen,
  agree = 'give',
  onGiven,
  onDeclined,
  ...focus
}: Props) {
  const tongue = useScreenTongue()
  const { name } = useClub()
  const box = useRef<HTMLInputElement>(null)
  const [isTicked, setTicked] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const consent = useGiveConsent(onGiven)
  const { title, intro, points, statement } = contentConsent(tongue, name)
  const { gist, rows } = shortenIntro(intro, points)

  // the box is empty again whenever the dialog opens
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
      description={<span className={styles.gist}>{gist}</span>}
      {...focus}
      actions={
        <>
          <DialogCancel words={<Text ns="consent" k="decline" />} />
          <Button pending={consent.isPending} onClick={give}>
            <Text ns="consent" k={agree} />
          </Button>
        </>
      }
    >
      <dl className={styles.rows}>
        {rows.map(({ subject, said }) => (
          <div key={subject}>
            <dt>{subject}</dt>
            <dd>{said}</dd>
          </div>
        ))}
      </dl>
      <details className={`small ${styles.exactly}`}>
        <Text as="summary" ns="consent" k="exactly" />
        <p>{intro}</p>
        <ul className={`points ${styles.points}`}>
          {points.map((point) => (
            <Point key={point} words={point} />
          ))}
        </ul>
      </details>
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
function split(point: string): { subject: string; rest: string } {
  const [, subject = '', rest = point] = /^([^:]+):(.*)$/s.exec(point) ?? []
  return { subject, rest }
}

function Point({ words }: { words: string }) {
  const { subject, rest } = split(words)
  return (
    <li>
      <strong>{subject && `${subject}:`}</strong>
      {rest}
    </li>
  )
}

/** At first sight: of the introduction what it is about, of each point its first sentence. All of it word for word, so that what is seen is what the ledger has the hash of. */
function shortenIntro(intro: string, points: readonly string[]) {
  const [opening = '', gist = opening] = sentences(intro)
  const rows = points.map((point) => {
    const { subject, rest } = split(point)
    const [first = ''] = sentences(rest)
    return { subject, said: first.charAt(0).toUpperCase() + first.slice(1) }
  })
  return { gist, rows }
}

/** A sentence ends with a stop that a capital follows; "Art. 9" is none. */
const sentences = (words: string) => words.trim().split(/(?<=[.!?]) (?=\p{Lu})/u)
