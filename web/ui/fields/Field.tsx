// A field of a form: what stands around an input, and the inputs for words and for a choice.
import { createContext, use, useId, type ReactNode, type ComponentPropsWithRef } from 'react'
import { Icon } from '#web/ui/icons/Icon.tsx'
import styles from './Field.module.css'

type Wiring = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}
const FieldWiring = createContext<Partial<Wiring>>({})

/** What connects an input to its label, hint and error, and how it looks. */
const useInput = (className: string | undefined) => ({
  ...use(FieldWiring),
  className: [styles.input, className].filter(Boolean).join(' '),
})

type Props = {
  label: ReactNode
  hint?: ReactNode
  /** Announced when it appears; the input is then marked invalid. */
  error?: ReactNode
  /** For instance a `<Counter>`, at the end of the line below the input. */
  aside?: ReactNode
  children: ReactNode
}

export function Field({ label, hint, error, aside, children }: Props) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="stack-1 shrinks">
      <label className="bold small" htmlFor={id}>
        {label}
      </label>
      <FieldWiring
        value={{
          id,
          'aria-describedby': described || undefined,
          'aria-invalid': error ? true : undefined,
        }}
      >
        {children}
      </FieldWiring>
      <div className={styles.below}>
        <div className={styles.notes}>
          <FieldError id={`${id}-error`}>{error}</FieldError>
          {hint && (
            <p id={`${id}-hint`} className={`soft small ${styles.hint}`}>
              {hint}
            </p>
          )}
        </div>
        {aside}
      </div>
    </div>
  )
}

/** The alert region is always there, because one that arrives with its words is often not read out. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div role="alert" id={id} className={`danger small ${styles.error}`}>
      {children && (
        <>
          <Icon name="warning" size={18} />
          <span>{children}</span>
        </>
      )}
    </div>
  )
}

/** One line of text; takes its label, hint and error from the `Field` around it. */
export const TextInput = ({ className, ...props }: ComponentPropsWithRef<'input'>) => (
  <input type="text" {...useInput(className)} {...props} />
)

/** Several lines; grows with its text where the browser can. */
export const TextArea = ({ className, ...props }: ComponentPropsWithRef<'textarea'>) => (
  <textarea rows={3} dir="auto" {...useInput(className)} {...props} />
)

/** The browser's own list of choices; takes its label, hint and error from the `Field` around it. */
export const Select = ({ className, ...props }: ComponentPropsWithRef<'select'>) => (
  <select {...useInput(className)} {...props} />
)
