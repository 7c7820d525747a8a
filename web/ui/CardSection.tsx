import type { ReactNode } from 'react'
import styles from './CardSection.module.css'

type Props = { title: ReactNode; titleId: string; children: ReactNode }

/** A part of a card under a heading of its own, with a line above it. */
export const CardSection = ({ title, titleId, children }: Props) => (
  <section className={styles.section} aria-labelledby={titleId}>
    <h3 id={titleId} className={styles.title}>
      {title}
    </h3>
    {children}
  </section>
)
