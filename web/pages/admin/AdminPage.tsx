import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import type { Key, Namespace } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { AdminNav } from './AdminNav.tsx'
import styles from './AdminPage.module.css'

type Props<N extends Namespace> = {
  ns: N
  title: Key<N>
  lead: Key<N>
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
  const back = { to: paths.rooms, label: <Text ns="desk" k="back" /> }
  return (
    <Page language="de" title={{ ns, k: title }} width="wide" back={back}>
      <AdminNav />
      <div className={styles.body} data-width={width}>
        <div className={styles.head}>
          <h1>
            <Text ns={ns} k={title} />
          </h1>
          <p className={styles.lead}>
            <Text ns={ns} k={lead} />
          </p>
        </div>
        {children}
      </div>
    </Page>
  )
}
