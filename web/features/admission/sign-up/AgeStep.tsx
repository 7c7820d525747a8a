// The first step of signing up: the language of the texts, and that one is of age.
import { useId, useState, type ReactNode } from 'react'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from '#web/platform/forms/stepForm.module.css'
import { StepHeading } from '#web/platform/forms/StepHeading.tsx'
import { pickLanguage } from '#web/platform/lists/pickLanguage.tsx'
import { useLocale } from '#web/text/i18n.ts'
import own from './signUp.module.css'

type Props = {
  onConfirmed: () => void
  /** What they come with. */
  children: ReactNode
}

/** The first step of the sign-up. */
export function AgeStep({ onConfirmed, children }: Props) {
  const [isAdult, setIsAdult] = useState(false)
  const waits = useId()
  return (
    <>
      <header className="stack-2">
        <Text as="p" className={styles.step} ns="signup" k="signup_step" values={{ step: 1 }} />
        <StepHeading>
          <Text ns="signup" k="signup_title" />
        </StepHeading>
        <Text as="p" className="soft" ns="signup" k="signup_age_text" />
      </header>
      {children}
      <Card>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (isAdult) onConfirmed()
          }}
        >
          <LanguageChoice />
          <Checkbox
            label={<Text ns="signup" k="signup_is_adult" />}
            checked={isAdult}
            onChange={(event) => setIsAdult(event.target.checked)}
          />
          <Button type="submit" wide disabled={!isAdult} aria-describedby={waits}>
            <Text ns="signup" k="signup_next" />
          </Button>
          {/* its line stays, so that nothing moves under a thumb */}
          <p id={waits} className={own.waits} data-over={isAdult || undefined}>
            <Text ns="signup" k="signup_next_waits" />
          </p>
        </form>
      </Card>
    </>
  )
}

const TONGUES = [
  ['de', 'Deutsch'],
  ['en', 'English'],
] as const

/** Asked first, since nobody can agree to texts they cannot read. */
function LanguageChoice() {
  const { t, langAttribute } = useText('signup')
  const locale = useLocale()
  return (
    <fieldset
      className={own.languages}
      aria-label={t('signup_language')}
      lang={langAttribute('signup_language')}
    >
      {TONGUES.map(([tongue, name]) => (
        <label key={tongue} lang={tongue}>
          <input
            type="radio"
            name="tongue"
            checked={locale === tongue}
            onChange={() => void pickLanguage(tongue)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
