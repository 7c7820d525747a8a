import { cloneElement, type ComponentPropsWithRef, type ReactElement, type ReactNode } from 'react'
import styles from './Button.module.css'

type Props = ComponentPropsWithRef<'button'> & {
  look?: 'primary' | 'quiet' | 'plain' | 'danger'
  size?: 'm' | 's'
  /** Busy: keeps its width, shows a spinner, does nothing, and keeps the focus. */
  pending?: boolean
  wide?: boolean
  /** A plain one on a line of its own: its words meet the edge of the text around it. */
  flush?: boolean
  icon?: ReactNode
  /** Another element that looks like a button: `render={<Link to="/signup" />}`. */
  render?: ReactElement
}

export function Button({
  look = 'primary',
  size = 'm',
  pending = false,
  wide = false,
  flush = false,
  icon,
  render,
  className,
  children,
  onClick,
  ...props
}: Props) {
  const own = {
    ...props,
    className: [styles.button, className].filter(Boolean).join(' '),
    'data-look': look,
    'data-size': size,
    ...(wide && { 'data-wide': '' }),
    ...(flush && { 'data-flush': '' }),
    ...(pending && { 'aria-disabled': true, 'data-pending': '' }),
    ...((pending || onClick) && { onClick: pending ? nothing : onClick }),
    children: (
      <>
        <span className={styles.words}>
          {icon}
          {children}
        </span>
        {pending && <span className={styles.spinner} aria-hidden="true" />}
      </>
    ),
  }
  return render ? (
    cloneElement(render as ReactElement<object>, own)
  ) : (
    <button type="button" {...own} />
  )
}

const nothing = (event: { preventDefault(): void }) => event.preventDefault()
