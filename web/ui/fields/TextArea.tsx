import type { ComponentPropsWithRef } from 'react'
import { useFieldWiring } from './Field.tsx'
import styles from './TextInput.module.css'

/** Several lines; grows with its text where the browser can. */
export function TextArea({ className, ...props }: ComponentPropsWithRef<'textarea'>) {
  const wiring = useFieldWiring()
  return (
    <textarea
      rows={3}
      dir="auto"
      {...wiring}
      {...props}
      className={[styles.input, className].filter(Boolean).join(' ')}
    />
  )
}
