import { useRef } from 'react'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { addToast } from '#web/ui/feedback/toastQueue.ts'
import styles from './blocks.module.css'
import { useBlocks, useShowAll, useUnblock } from './useSafety.ts'

/** Whom one blocked and what one put away, and the way back. */
export function BlocksCard() {
  const { t } = useText('safety')
  const asked = useBlocks()
  const heading = useRef<HTMLDivElement>(null)
  return (
    <Card titleId="blocks" title={<Text ns="safety" k="card" />}>
      <div ref={heading} tabIndex={-1} className={styles.card}>
        <p className={styles.soft}>
          <Text ns="safety" k="card_text" />
        </p>
        <QueryView
          asked={asked}
          isPart
          failed={<Text ns="safety" k="failed" />}
          waiting={<LoadingSkeleton label={t('loading')} parts={['line', 'brief']} />}
        >
          {(data) => <Blocked {...data} onGone={() => heading.current?.focus()} />}
        </QueryView>
      </div>
    </Card>
  )
}

type Props = NonNullable<ReturnType<typeof useBlocks>['data']> & { onGone: () => void }

function Blocked({ blocks, hiddenPosts, onGone }: Props) {
  const showAll = useShowAll()
  return (
    <>
      {blocks.length === 0 && (
        <p>
          <Text ns="safety" k="none" />
        </p>
      )}
      <ul role="list" className={styles.blocks}>
        {blocks.map(({ memberId, username, blockedAt }) => (
          <Line key={memberId} {...{ memberId, username, blockedAt, onGone }} />
        ))}
      </ul>
      {hiddenPosts > 0 && (
        <div className={styles.hidden}>
          <p>
            <Text ns="safety" k="hidden_posts" values={{ count: hiddenPosts }} />
          </p>
          <Button
            look="quiet"
            size="s"
            pending={showAll.isPending}
            onClick={() => showAll.mutate(undefined, { onSuccess: onGone })}
          >
            <Text ns="safety" k="show_all" />
          </Button>
        </div>
      )}
      <ErrorNotice failure={showAll.error} />
    </>
  )
}

type LineProps = Props['blocks'][number] & Pick<Props, 'onGone'>

/** Each stands for itself: of two that are let go at once, one may fail. */
function Line({ memberId, username, blockedAt, onGone }: LineProps) {
  const tongue = useScreenTongue()
  const unblock = useUnblock()
  const letGo = () =>
    unblock.mutate(memberId, {
      onSuccess: () => {
        onGone()
        addToast({
          title: username ? (
            <Text ns="safety" k="unblocked" values={{ username }} />
          ) : (
            <Text ns="safety" k="unblocked_unseen" />
          ),
          tone: 'success',
        })
      },
    })
  const name = username ? (
    <span lang="" className={styles.name}>
      {username}
    </span>
  ) : (
    <Text ns="safety" k="unseen" />
  )
  return (
    <li>
      <div className={styles.line}>
        <span>
          {name}
          <span className={styles.soft}>
            {' · '}
            <Text ns="safety" k="since" values={{ day: formatDay(blockedAt, tongue) }} />
          </span>
        </span>
        <Button look="quiet" size="s" pending={unblock.isPending} onClick={letGo}>
          <Text ns="safety" k="unblock" />
          <span className="visually-hidden"> {name}</span>
        </Button>
      </div>
      <ErrorNotice failure={unblock.error} />
    </li>
  )
}
