// Whom a member blocked or muted and how many posts they hid, each with the way to undo it.
import { useRef } from 'react'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { holdFocus, type PassFocus } from '#web/ui/behaviour/regainFocus.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { addToast } from '#web/ui/feedback/toastQueue.ts'
import styles from './blocks.module.css'
import { useShowAll, useUnmute } from './usePutAway.ts'
import { useBlocks, useUnblock } from './useSafety.ts'

/** Whom one blocked and what one put away, and the way back. */
export function BlocksCard() {
  const { t } = useText('safety')
  const result = useBlocks()
  const heading = useRef<HTMLDivElement>(null)
  return (
    <Card titleId="blocks" title={<Text ns="safety" k="card" />}>
      <div ref={heading} tabIndex={-1} className="stack-3 no-ring">
        <Text as="p" className="soft" ns="safety" k="card_text" />
        <QueryView
          query={result}
          isPart
          failed={<Text ns="safety" k="failed" />}
          waiting={<LoadingSkeleton label={t('loading')} parts={['line', 'brief']} />}
        >
          {(data) => <Blocked {...data} onGone={(passOn) => passOn(heading.current)} />}
        </QueryView>
      </div>
    </Card>
  )
}

type Props = NonNullable<ReturnType<typeof useBlocks>['data']> & {
  onGone: (passOn: PassFocus) => void
}

function Blocked({ blocks, mutes, hiddenPosts, onGone }: Props) {
  const showAll = useShowAll()
  return (
    <>
      {blocks.length === 0 && <Text as="p" ns="safety" k="none" />}
      <ul role="list" className={`stack-3 ${styles.blocks}`}>
        {blocks.map(({ blockedAt, ...one }) => (
          <Line key={one.memberId} {...one} words={BLOCK} at={blockedAt} onGone={onGone} />
        ))}
      </ul>
      {mutes.length > 0 && (
        <section aria-labelledby="mutes" className="stack-3 no-ring">
          <Text as="h3" id="mutes" className="medium" ns="safety" k="mutes" />
          <ul role="list" className={`stack-3 ${styles.blocks}`}>
            {mutes.map(({ mutedAt, ...one }) => (
              <Line key={one.memberId} {...one} words={MUTE} at={mutedAt} onGone={onGone} />
            ))}
          </ul>
        </section>
      )}
      {hiddenPosts > 0 && (
        <div className="bar">
          <Text as="p" ns="safety" k="hidden_posts" values={{ count: hiddenPosts }} />
          <Button
            look="quiet"
            size="s"
            pending={showAll.isPending}
            onClick={() => {
              const passOn = holdFocus()
              showAll.mutate(undefined, { onSuccess: () => onGone(passOn) })
            }}
          >
            <Text ns="safety" k="show_all" />
          </Button>
        </div>
      )}
      <ErrorNotice failure={showAll.error} />
    </>
  )
}

const BLOCK = {
  useUndo: useUnblock,
  undo: 'unblock',
  undone: 'unblocked',
  undoneUnseen: 'unblocked_unseen',
} as const
const MUTE = {
  useUndo: useUnmute,
  undo: 'unmute',
  undone: 'unmuted',
  undoneUnseen: 'unmuted_unseen',
} as const

type LineProps = {
  memberId: string
  username: string | null
  isGone?: boolean
  words: typeof BLOCK | typeof MUTE
  at: string
} & Pick<Props, 'onGone'>

/** Each stands for itself: of two that are let go at once, one may fail. */
function Line({ memberId, username, isGone = false, words, at, onGone }: LineProps) {
  const tongue = useScreenTongue()
  const letGo = words.useUndo()
  const undo = () => {
    const passOn = holdFocus()
    letGo.mutate(memberId, {
      onSuccess: () => {
        onGone(passOn)
        addToast({
          title: username ? (
            <Text ns="safety" k={words.undone} values={{ username }} />
          ) : (
            <Text ns="safety" k={words.undoneUnseen} />
          ),
          tone: 'success',
        })
      },
    })
  }
  const name = username ? (
    <span lang="" className="bold break-anywhere">
      {username}
    </span>
  ) : isGone ? (
    <Text ns="avoiding" k="gone" />
  ) : (
    <Text ns="safety" k="unseen" />
  )
  return (
    <li>
      <div className={`bar ${styles.line}`}>
        <span>
          {name}
          <span className="soft">
            {' · '}
            <Text ns="safety" k="since" values={{ day: formatDay(at, tongue) }} />
          </span>
        </span>
        <Button look="quiet" size="s" pending={letGo.isPending} onClick={undo}>
          <Text ns="safety" k={words.undo} />
          <span className="visually-hidden"> {name}</span>
        </Button>
      </div>
      <ErrorNotice failure={letGo.error} />
    </li>
  )
}
