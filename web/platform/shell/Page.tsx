import { use, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Key, Namespace } from '#web/text/catalogues.ts'
import { useClub } from '#web/text/club.ts'
import type { Tongue } from '#web/text/language.ts'
import { Screen } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { Footer } from '#web/platform/shell/bars/Footer.tsx'
import { FrameParts } from './frameParts.ts'
import { Header } from '#web/platform/shell/bars/Header.tsx'
import { useArrival } from './useArrival.ts'
import styles from './Page.module.css'

type Props<N extends Namespace> = {
  /** The screen's language in the mixture; texts in the other one are marked. */
  language?: Tongue
  /** What the tab, the history and a screen reader call the screen: words, or where to find them. */
  title: string | { ns: N; k: Key<N> }
  width?: 'narrow' | 'text' | 'wide' | 'full'
  actions?: ReactNode
  back?: { to: string; label: ReactNode }
  children: ReactNode
}

/** The frame of every screen: skip link, header, the screen itself, footer. */
export function Page<N extends Namespace>({ language = 'en', ...props }: Props<N>) {
  return (
    <Screen language={language}>
      <Frame {...props} />
    </Screen>
  )
}

function Frame<N extends Namespace>({
  title,
  width = 'text',
  actions,
  back,
  children,
}: Omit<Props<N>, 'language'>) {
  const main = useArrival()
  const { notice } = use(FrameParts)
  return (
    <div className={styles.page}>
      {typeof title === 'string' ? <TabTitle words={title} /> : <CatalogueTitle {...title} />}
      <div>
        <Header actions={actions}>
          <a href="#main" className={styles.skip}>
            <Text ns="shell" k="skip" />
          </a>
        </Header>
        {notice}
      </div>
      <main id="main" ref={main} tabIndex={-1} className={styles.main} data-width={width}>
        {back && (
          <Link to={back.to} className={styles.back}>
            <Icon name="back" />
            {back.label}
          </Link>
        )}
        {children}
      </main>
      <Footer />
    </div>
  )
}

function CatalogueTitle<N extends Namespace>({ ns, k }: { ns: N; k: Key<N> }) {
  return <TabTitle words={useText(ns).t(k)} />
}

function TabTitle({ words }: { words: string }) {
  const { name } = useClub()
  return <title>{`${words} · ${name}`}</title>
}
