// A member sees who waved at their posts, and waves back or declines further waves.
import { useRef } from 'react'
import { Link } from 'react-router'
import type { ReceivedWave } from '#contract/posts/receivedWaves.ts'
import { paths } from '#web/paths.ts'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { PagedList } from '#web/platform/lists/PagedList.tsx'
import { Recent } from '#web/platform/session/Recent.tsx'
import { Portrait } from '#web/platform/shell/Portrait.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { useWaves } from './useWaves.ts'
import { WaveAnswer } from './WaveAnswer.tsx'
import styles from './waves.module.css'

/** Who waved at one's posts, for oneself alone: to wave back, or to end it. */
export function WaveList() {
  const { t } = useText('waves')
  const list = useWaves()
  const lines = useRef<HTMLUListElement>(null)
  return (
    <section aria-label={t('title')} className="stack-3">
      <Text as="p" className="soft small" ns="waves" k="text" />
      <PagedList
        list={list}
        isPart
        failed={<Text ns="waves" k="load_failed" />}
        empty={
          <EmptyState title={<Text ns="waves" k="none" />}>
            <Text as="p" ns="waves" k="none_text" />
          </EmptyState>
        }
        waiting={<LoadingSkeleton label={t('loading')} lines={2} />}
        more={<Text ns="waves" k="more" />}
      >
        {(waves) => (
          <ul
            role="list"
            ref={lines}
            tabIndex={-1}
            className={`stack-3 panel no-ring ruled-list ${styles.waves}`}
            aria-label={t('title')}
          >
            {waves.map((wave) => (
              <li key={`${wave.waver.id} ${wave.post.room} ${wave.post.number}`}>
                <Line wave={wave} returnTo={() => lines.current} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}

type LineProps = { wave: ReceivedWave; returnTo: () => HTMLElement | null }

function Line({ wave: { at, waver, post, isMutual }, returnTo }: LineProps) {
  const { room, roomName, number, text } = post
  return (
    <>
      <Portrait member={waver} photoId={waver.portrait} />
      <div className={styles.words}>
        <p>
          <Link to={paths.member(waver.id)} lang="" className={styles.name}>
            {waver.username}
          </Link>{' '}
          <Recent at={at} className="soft small" />
        </p>
        <p className="soft small">
          <Link to={`${paths.room(room)}#post-${number}`}>
            <Text ns="waves" k="at_post" values={{ room: roomName }} />
          </Link>{' '}
          <span lang="" dir="auto">
            {text}
          </span>
        </p>
        <WaveAnswer member={waver} isOwed={!isMutual} isMutual={isMutual} returnTo={returnTo} />
      </div>
    </>
  )
}
