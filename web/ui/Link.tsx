import type { ComponentProps, MouseEvent } from 'react'
import { useHref, useLocation, useNavigate } from 'react-router'

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  state?: unknown
  /** Leaves the app, for a page that is none of its screens. */
  reloadDocument?: boolean
}

/** A link to another screen. The router's own brings along what only apps rendered by a server need. */
export function Link({ to, state, reloadDocument = false, onClick, children, ...props }: Props) {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const href = useHref(to)

  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || reloadDocument || !isPlain(event)) return
    event.preventDefault()
    // where one already is makes no second step in the history
    void navigate(to, { state, replace: href === pathname + search + hash })
  }
  return (
    <a {...props} href={href} onClick={follow}>
      {children}
    </a>
  )
}

/** Anything else than a plain click is the browser's: a new tab, a download, a menu. */
const isPlain = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey
