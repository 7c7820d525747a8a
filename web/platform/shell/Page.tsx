// Every screen and what belongs around it: skip link, ways, the screen itself, footer.
import { use, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Key, Namespace } from '#web/text/catalogues.ts'
import { useClub } from '#web/text/club.ts'
import type { Tongue } from '#web/text/language.ts'
import { Screen } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { Footer } from '#web/platform/shell/bars/Footer.tsx'
import { DrawFramed, type FramedPage } from './frameParts.ts'
import { Header } from '#web/platform/shell/bars/Header.tsx'
import { useArrival } from './navigation/useArrival.ts'
import styles from './Page.module.css'

type Props<N extends Namespace> = {
  /** The screen's language in the mixture; texts in the other one are marked. */
  language?: Tongue
  /** What the tab, the history and a screen reader call the screen: words, or where to find them. */
  title: string | { ns: N; k: Key<N> }
  width?: FramedPage['width']
  /** What stands beside the title in the head of a phone; two at most. Only within the frame of members. */
  actions?: ReactNode
  /**
   * `own`: the screen begins with a head of its own, which stays at the top and is `--bar-high` high.
   * On a phone the way back and the way out stand in it at both ends, each as wide as `--bar-ends`.
   */
  head?: 'own'
  back?: { to: string; label: ReactNode }
  /** A third column, where the window has room for one (`useFits('side')`); it brings its own landmark. */
  side?: ReactNode
  /** Not known yet whether it will stand in the frame of members: drawn where it would stand. */
  isBare?: boolean
  children: ReactNode
}

export function Page<N extends Namespace>({ language = 'en', ...props }: Props<N>) {
  return (
    <Screen language={language}>
      <Framed {...props} />
    </Screen>
  )
}

function Framed<N extends Namespace>(props: Omit<Props<N>, 'language'>) {
  const { width = 'text', actions, head, back, side, isBare, children } = props
  const { name } = useClub()
  const title = useTitle(props.title)
  const drawFramed = use(DrawFramed)
  return (
    <>
      <title>{`${title} · ${name}`}</title>
      {drawFramed ? (
        drawFramed({ title, width, actions, head, back, side, children })
      ) : (
        <Outside {...{ width, back, isBare }}>{children}</Outside>
      )}
    </>
  )
}

/** The same part of the page whichever it is: a room is called so before its name is known. */
function useTitle<N extends Namespace>(title: Props<N>['title']): string {
  const isNamed = typeof title === 'string'
  const { t } = useText(isNamed ? ('shell' as N) : title.ns)
  return isNamed ? title : t(title.k)
}

type OutsideProps = Pick<FramedPage, 'width' | 'back' | 'children'> & {
  isBare: boolean | undefined
}

function Outside({ width, back, isBare, children }: OutsideProps) {
  const main = useArrival()
  return (
    <div className={styles.page} data-bare={isBare || undefined}>
      {!isBare && (
        <Header>
          <a href="#main" className={`screen-only ${styles.skip}`}>
            <Text ns="shell" k="skip" />
          </a>
        </Header>
      )}
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className={`stack-5 ${styles.main}`}
        data-width={width}
      >
        {back && (
          <Link to={back.to} className={`screen-only at-start bold tall-link-2 ${styles.back}`}>
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
