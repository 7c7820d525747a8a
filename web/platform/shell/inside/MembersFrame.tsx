import type { ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useText } from '#web/text/Text.tsx'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { useQuietPart } from '#web/ui/behaviour/useQuietPart.ts'
import { useExitKey } from '#web/platform/discretion/discretion.ts'
import { BuildWatch } from '#web/platform/build/BuildWatch.tsx'
import { LiveProvider } from '#web/platform/live/live.tsx'
import { OutboxProvider } from '#web/platform/outbox/OutboxProvider.tsx'
import { useSession } from '#web/platform/session/session.ts'
import { DrawFramed, FrameNotice, type FramedPage } from '#web/platform/shell/frameParts.ts'
import { InsidePage } from './InsidePage.tsx'
import styles from './MembersFrame.module.css'
import page from '#web/platform/shell/Page.module.css'

/** Loaded only when there is something to warn of, which is seldom. */
const notices = lazyPart(async () =>
  (await import('#web/platform/shell/frameNotices.tsx')).frameNotices(),
)

const drawFramed = (page: FramedPage) => <InsidePage {...page} />

type Props = {
  /** At the left, or on a phone at the foot. */
  navigation: ReactNode
}

/** Around every screen of members: the tab's one live line, the posts on their way, and the navigation. */
export function MembersFrame({ navigation }: Props) {
  const { t, langAttribute } = useText('shell')
  const { session } = useSession()
  const { key } = useLocation()
  useExitKey()
  const hasNotices = session && (session.isHidden || session.isModerator || session.isFactorDue)
  // a screen is there without them
  const areHere = useQuietPart(notices, !!hasNotices, key + session?.expiresAt)
  const notice = areHere && <notices.Part about="hiding" />
  return (
    <LiveProvider>
      <OutboxProvider>
        <div className={styles.frame}>
          {/* no link stands outside a landmark, also where the question about cookies comes before it */}
          <nav
            aria-label={t('skip')}
            lang={langAttribute('skip')}
            className={`screen-only ${styles.skip}`}
          >
            <a href="#main" className={`screen-only ${page.skip}`}>
              {t('skip')}
            </a>
          </nav>
          {session && navigation}
          <DrawFramed value={drawFramed}>
            <FrameNotice value={notice}>
              <Outlet />
            </FrameNotice>
          </DrawFramed>
        </div>
        {areHere && <notices.Part about="ending" />}
        <BuildWatch />
      </OutboxProvider>
    </LiveProvider>
  )
}
