import { useId, type ComponentPropsWithRef, type ReactNode } from 'react'
import { FieldError } from './Field.tsx'
import styles from './Checkbox.module.css'

type Props = Omit<ComponentPropsWithRef<'input'>, 'type'> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

export function Checkbox({ label, hint, error, ...props }: Props) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="stack-1">
      <label className={styles.row}>
        <input
          {...props}
          type="checkbox"
          className={styles.box}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className="soft small">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}
