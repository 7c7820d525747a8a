import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import styles from './Facts.module.css'

type Props = {
  /** `beside` and `ruled` put each beside its name where there is room; `spread` puts one beside the other. */
  look?: 'stacked' | 'beside' | 'ruled' | 'spread'
  children: ReactNode
}

/** A list of names and what each is. */
export const Facts = ({ look = 'stacked', children }: Props) => (
  <dl className={`stack-3 ${styles.facts}`} data-look={look}>
    {children}
  </dl>
)

/** What is given besides goes to what it is, such as the language somebody wrote it in. */
export const Fact = ({ name, ...what }: { name: ReactNode } & ComponentPropsWithoutRef<'dd'>) => (
  <div>
    <dt className="soft small">{name}</dt>
    <dd {...what} />
  </div>
)
