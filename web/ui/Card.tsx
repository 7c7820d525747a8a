import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './Card.module.css'

type Props = Omit<ComponentPropsWithRef<'section'>, 'title'> & {
  /** With a heading the card is a landmark of that name. */
  title?: ReactNode
  titleId?: string
  tone?: 'plain' | 'lamp' | 'danger'
}

export function Card({ title, titleId, tone = 'plain', className, children, ...props }: Props) {
  return (
    <section
      aria-labelledby={title ? titleId : undefined}
      {...props}
      data-tone={tone}
      className={[styles.card, className].filter(Boolean).join(' ')}
    >
      {title && <h2 id={titleId}>{title}</h2>}
      {children}
    </section>
  )
}
