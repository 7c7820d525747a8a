import type { ReactNode } from 'react'
import { Page } from '#web/platform/shell/Page.tsx'
import { useFits } from '#web/platform/shell/useFits.ts'
import type { Key, Namespace } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { AdminNav } from './AdminNav.tsx'
import styles from './AdminPage.module.css'

type Props<N extends Namespace> = {
  ns: N
  title: Key<N>
  lead?: Key<N>
  /** Words are read in a column; what is a table takes all the room there is. */
  width?: 'text' | 'wide'
  children: ReactNode
}

/** The frame of every admin page: the way back, the ways to the others, what this one is. */
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
          <h1>
            <Text ns={ns} k={title} />
          </h1>
          {lead && (
            <p className="soft">
              <Text ns={ns} k={lead} />
            </p>
          )}
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
