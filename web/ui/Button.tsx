import type { ComponentPropsWithRef, ReactElement, ReactNode } from 'react'
import { useRender } from '@base-ui/react/use-render'
import styles from './Button.module.css'

type Props = ComponentPropsWithRef<'button'> & {
  look?: 'primary' | 'quiet' | 'plain' | 'danger'
  size?: 'm' | 's'
  /** Busy: keeps its width, shows a spinner, does nothing, and keeps the focus. */
  pending?: boolean
  wide?: boolean
  icon?: ReactNode
  /** Another element that looks like a button: `render={<Link to="/signup" />}`. */
  render?: ReactElement
}

export function Button({
  look = 'primary',
  size = 'm',
  pending = false,
  wide = false,
  icon,
  render,
  className,
  children,
  onClick,
  ...props
}: Props) {
  return useRender({
    defaultTagName: 'button',
    ...(render && { render }),
    props: {
      ...(!render && { type: 'button' as const }),
      ...props,
      className: [styles.button, className].filter(Boolean).join(' '),
      'data-look': look,
      'data-size': size,
      ...(wide && { 'data-wide': '' }),
      ...(pending && { 'aria-disabled': true, 'data-pending': '' }),
      onClick: pending ? (event: { preventDefault(): void }) => event.preventDefault() : onClick,
      children: (
        <>
          <span className={styles.words}>
            {icon}
            {children}
          </span>
          {pending && <span className={styles.spinner} aria-hidden="true" />}
        </>
      ),
    },
  })
}
