import { useId, useRef, useState } from 'react'
import { PrivacyLine } from '#web/platform/discretion/PrivacyLine.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DialogEnds } from '#web/ui/dialogs/DialogEnds.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { StepTitle } from '#web/features/verification/upload/StepTitle.tsx'
import { toastIncomplete } from '#web/features/verification/upload/uploadToasts.tsx'
import styles from '#web/features/verification/upload/UploadDialog.module.css'

type Props = {
  hasConsent: boolean
  onConsent: (hasConsent: boolean) => void
  onNext: () => void
}

const PARTS = [
  ['person', 'needed', ['needed_document', 'needed_selfie']],
  ['eyeClosed', 'blacken', ['blacken_which', 'blacken_where', 'blacken_pdf']],
  ['lock', 'after', ['after_stamp', 'after_views', 'after_shredded']],
] as const

/** Before any picker: what is needed, what may go, what becomes of it, and the consent to a copy. */
export function Explanation({ hasConsent, onConsent, onNext }: Props) {
  const [isTried, setTried] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const hint = useId()
  const next = () => {
    if (hasConsent) return onNext()
    setTried(true)
    box.current?.focus()
    toastIncomplete('consent_missing')
  }
  return (
    <>
      <StepTitle>
        <Text ns="verify" k="explain_title" />
      </StepTitle>
      {PARTS.map(([icon, part, words]) => (
        <section key={part} className={styles.part}>
          <Icon name={icon} />
          <div>
            <Text as="h4" className={styles.partTitle} ns="verify" k={`${part}_title`} />
            <ul>
              {words.map((k) => (
                <Text key={k} as="li" ns="verify" k={k} />
              ))}
            </ul>
          </div>
        </section>
      ))}
      <div role="group" aria-describedby={hint} className={styles.consent}>
        <Checkbox
          ref={box}
          label={<Text ns="verify" k="consent" />}
          error={isTried && !hasConsent && <Text ns="verify" k="consent_missing" />}
          checked={hasConsent}
          onChange={(event) => onConsent(event.target.checked)}
        />
        <Text as="p" id={hint} className="soft small" ns="verify" k="consent_hint" />
        <PrivacyLine isBeside />
      </div>
      <DialogEnds>
        <Button onClick={next}>
          <Text ns="verify" k="explain_next" />
        </Button>
      </DialogEnds>
    </>
  )
}
