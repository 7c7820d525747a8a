import { useId, type ComponentPropsWithRef, type ReactNode } from 'react'
import styles from './Entry.module.css'

type Props = Omit<ComponentPropsWithRef<'article'>, 'title'> & {
  title: ReactNode
  /** For who refers to it. */
  titleId?: string
  /** Of its title. */
  level?: 'h2' | 'h3'
  /** Small: a line of a list that leads to the rest of it. */
  size?: 's' | 'l'
  tone?: 'plain' | 'danger'
  /** Beside its title. */
  badges?: ReactNode
  /** A day or a clock, at the end of that line. */
  when?: ReactNode
}

/** One of a list of cases, named by its title. */
export function Entry({
  title,
  titleId: given,
  level: Title = 'h2',
  size = 'l',
  tone = 'plain',
  badges,
  when,
  className = '',
  children,
  ...props
}: Props) {
  const own = useId()
  const titleId = given ?? own
  return (
    <article
      {...props}
      aria-labelledby={titleId}
      data-size={size}
      data-tone={tone}
      className={`no-ring ${styles.entry} ${className}`}
    >
      <header className={`toolbar ${styles.head}`}>
        <Title id={titleId}>{title}</Title>
        {badges}
        {when && <span className={`soft small ${styles.when}`}>{when}</span>}
      </header>
      {children}
    </article>
  )
}

type SaidProps = { tone?: 'plain' | 'lamp'; className?: string | undefined; children: ReactNode }

/** What somebody said within it; lit where the club answered. */
export const Said = ({ tone = 'lamp', className = '', children }: SaidProps) => (
  <div className={`${styles.said} ${className}`} data-tone={tone}>
    {children}
  </div>
)
