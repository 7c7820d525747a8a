import type { ComponentPropsWithRef } from 'react'
import { useFieldWiring } from './Field.tsx'
import styles from './TextInput.module.css'

/** One line of text; takes its label, hint and error from the `Field` around it. */
export function TextInput({ className, ...props }: ComponentPropsWithRef<'input'>) {
  const wiring = useFieldWiring()
  return (
    <input
      type="text"
      {...wiring}
      {...props}
      className={[styles.input, className].filter(Boolean).join(' ')}
    />
  )
}
