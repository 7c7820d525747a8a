import { useId, type ReactNode } from 'react'
import { FieldError } from '#web/ui/fields/Field.tsx'
import { KeyHint } from '#web/ui/KeyHint.tsx'
import look from '#web/ui/fields/Choice.module.css'
import styles from '#web/features/moderation/cases/cases.module.css'

type Props = { legend: ReactNode; hint?: ReactNode; error?: ReactNode; children: ReactNode }

/** A group of choices under a name, with what is wrong with it. */
export function Choices({ legend, hint, error, children }: Props) {
  const id = useId()
  return (
    <fieldset
      className={`stack-2 ${styles.choices}`}
      data-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend>{legend}</legend>
      {hint && <p className="soft small">{hint}</p>}
      {children}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}

type ChoiceProps = {
  name: string
  isChosen: boolean
  isOff?: boolean
  onChoose: () => void
  label: ReactNode
  hint?: ReactNode
  /** The key that chooses it, where there is one. */
  shortcut?: string | undefined
}

/** One of several that exclude each other. */
export function Choice({ name, isChosen, isOff = false, onChoose, ...words }: ChoiceProps) {
  const { label, hint, shortcut } = words
  const id = useId()
  return (
    <label className={`${look.choice} ${styles.choice}`} data-off={isOff || undefined}>
      <input
        type="radio"
        name={name}
        checked={isChosen}
        disabled={isOff}
        aria-describedby={hint ? `${id}-hint` : undefined}
        aria-labelledby={`${id}-label`}
        aria-keyshortcuts={shortcut}
        onChange={onChoose}
      />
      <span>
        <span id={`${id}-label`}>{label}</span>
        {hint && (
          <span id={`${id}-hint`} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
      {shortcut && <KeyHint>{shortcut}</KeyHint>}
    </label>
  )
}
