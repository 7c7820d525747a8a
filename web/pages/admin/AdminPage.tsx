// The frame of every admin page: the way back, the ways to the others, what this one is.
import { useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '#web/paths.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { useFits } from '#web/platform/shell/useFits.ts'
import type { Key, Namespace } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { AdminLinks } from './AdminLinks.tsx'
import nav from './AdminNav.module.css'
import styles from './AdminPage.module.css'

type Props<N extends Namespace> = {
  ns: N
  title: Key<N>
  lead?: Key<N>
  /** Words are read in a column; what is a table takes all the room there is. */
  width?: 'text' | 'wide'
  children: ReactNode
}

export function AdminPage<N extends Namespace>({
  ns,
  title,
  lead,
  width = 'text',
  children,
}: Props<N>) {
  return (
    <AdminFrame title={{ ns, k: title }}>
      <div className={`stack-4 ${styles.body}`} data-width={width}>
        <div className="stack-1">
          <Text as="h1" ns={ns} k={title} />
          {lead && <Text as="p" className="soft" ns={ns} k={lead} />}
        </div>
        {children}
      </div>
    </AdminFrame>
  )
}

type FrameProps<N extends Namespace> = {
  title: string | { ns: N; k: Key<N> }
  children: ReactNode
}

/** The page, and above it the ways to the others, unless they stand in the rail. */
export function AdminFrame<N extends Namespace>({ title, children }: FrameProps<N>) {
  const hasRail = useFits('words')
  return (
    <Page language="de" title={title} width="full">
      <div className={`stack-4 ${styles.frame}`}>
        {!hasRail && <AdminNav />}
        {children}
      </div>
    </Page>
  )
}

/** Where no rail has room for the ways between the pages of staff, they unfold above the page. */
function AdminNav() {
  const isStart = useLocation().pathname.replace(/\/$/, '') === paths.adminStart
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={`stack-2 screen-only ${nav.folded}`} data-open={isOpen || undefined}>
      <div className="line-3 space-between">
        {isStart ? (
          <Link to={paths.rooms} className={`align-center soft small ink-on-hover ${nav.back}`}>
            <Icon name="back" />
            <Text ns="desk" k="back" />
          </Link>
        ) : (
          <Link
            to={paths.adminStart}
            className={`align-center soft small ink-on-hover ${nav.back}`}
          >
            <Icon name="back" />
            <Text ns="desk" k="start" />
          </Link>
        )}
        <Button look="quiet" size="s" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Text ns="desk" k="more" />
        </Button>
      </div>
      <AdminLinks onGone={() => setOpen(false)} />
    </div>
  )
}
