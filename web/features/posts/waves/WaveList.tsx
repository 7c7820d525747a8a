import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { ReceivedWave } from '#contract/posts/waves.ts'
import { paths } from '#web/paths.ts'
import { PagedList } from '#web/platform/lists/PagedList.tsx'
import { Portrait } from '#web/platform/shell/Portrait.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DeclineDialog } from './DeclineDialog.tsx'
import { useWaves } from './useWaves.ts'
import styles from './waves.module.css'

type Waver = ReceivedWave['waver']

/** Who waved at one's posts, for oneself alone, and the way to end it. */
export function WaveList() {
  const { t } = useText('bell')
  const [isOpen, setOpen] = useState(false)
  const [declined, setDeclined] = useState<Waver | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const list = useWaves(isOpen)
  return (
    <Card titleId="waves" title={<Text ns="bell" k="waves_title" />} className={styles.card}>
      <p className={styles.soft}>
        <Text ns="bell" k="waves_text" />
      </p>
      <Button
        ref={opener}
        look="quiet"
        className={styles.act}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Text ns="bell" k={isOpen ? 'waves_hide' : 'waves_show'} />
      </Button>
      {isOpen && (
        <PagedList
          list={list}
          isPart
          failed={<Text ns="bell" k="waves_failed" />}
          empty={
            <p>
              <Text ns="bell" k="waves_none" />
            </p>
          }
          waiting={<LoadingSkeleton label={t('loading')} lines={2} />}
          more={<Text ns="bell" k="more" />}
        >
          {(waves) => (
            <ul role="list" className={styles.waves} aria-labelledby="waves">
              {waves.map((wave) => (
                <li key={`${wave.waver.id} ${wave.post.room} ${wave.post.number}`}>
                  <Line wave={wave} onDecline={setDeclined} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      )}
      {declined && (
        <DeclineDialog
          waver={declined}
          onClose={() => setDeclined(null)}
          returnTo={() => opener.current}
        />
      )}
    </Card>
  )
}

type LineProps = { wave: ReceivedWave; onDecline: (waver: Waver) => void }

function Line({ wave: { at, waver, post, isMutual }, onDecline }: LineProps) {
  const tongue = useScreenTongue()
  const { room, roomName, number, text } = post
  return (
    <>
      <Portrait member={waver} photoId={waver.portrait} />
      <div className={styles.words}>
        <p>
          <Link to={paths.member(waver.id)} lang="" className={styles.name}>
            {waver.username}
          </Link>
          {isMutual && (
            <>
              {' · '}
              <Text ns="bell" k="mutual" />
            </>
          )}
        </p>
        <p className={styles.soft}>
          <Link to={`${paths.room(room)}#post-${number}`}>
            <Text ns="bell" k="at_post" values={{ room: roomName }} />
          </Link>{' '}
          <span lang="" dir="auto">
            {text}
          </span>
        </p>
        <time dateTime={at} className={styles.soft}>
          {formatMoment(at, tongue)}
        </time>
      </div>
      <Button look="quiet" size="s" onClick={() => onDecline(waver)}>
        <Text ns="bell" k="decline" />
        <span className="visually-hidden"> ({waver.username})</span>
      </Button>
    </>
  )
}
