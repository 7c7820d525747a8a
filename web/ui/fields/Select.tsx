import type { ComponentPropsWithRef } from 'react'
import { useFieldWiring } from './Field.tsx'
import select from './Select.module.css'
import styles from './TextInput.module.css'

/** The browser's own list of choices; takes its label, hint and error from the `Field` around it. */
export function Select({ className, ...props }: ComponentPropsWithRef<'select'>) {
  const wiring = useFieldWiring()
  return (
    <select
      {...wiring}
      {...props}
      className={[styles.input, select.select, className].filter(Boolean).join(' ')}
    />
  )
}
