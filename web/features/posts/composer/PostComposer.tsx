// The box in which a post, an answer or a message of a table is written, checked, and handed to the outbox.
import {
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  type SyntheticEvent,
} from 'react'
import type { Quote } from '#contract/posts/posts.ts'
import { PostText } from '#contract/posts/textFields.ts'
import { limits } from '#contract/limits.ts'
import { CharacterCount, countUsed } from '#web/platform/forms/CharacterCount.tsx'
import { FieldText } from '#web/platform/api/ErrorText.tsx'
import type { Outbox } from '#web/platform/outbox/outbox.ts'
import { useOutbox } from '#web/platform/outbox/OutboxProvider.tsx'
import { findTable } from '#web/platform/talk/place.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field, TextArea } from '#web/ui/fields/Field.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { useQuietPart } from '#web/ui/behaviour/useQuietPart.ts'
import type { replaceText } from '#web/ui/fields/writeInto.ts'
import type { MentionKeys } from './MentionList.tsx'
import { PostQuote } from '#web/features/posts/PostQuote.tsx'
import { withTalk } from '#web/features/posts/withTalk.ts'
import styles from './PostComposer.module.css'

/** Comes with the first name somebody begins. */
const mentions = lazyPart(async () => (await withTalk(import('./MentionList.tsx'))).MentionList)

/** What a text is checked by, and how long it may be. */
export type TextRule = { schema: typeof PostText; most: number }
export const ofRoom: TextRule = { schema: PostText, most: limits.postText }

type Props = {
  place: string
  /** What may be said there; as in a room if nothing is said. */
  rule?: TextRule | undefined
  text: string
  /** The post that is being answered. */
  quote: Quote | null
  onNoReply: () => void
  /** How many posts may follow, where that is few. */
  left: { count: number; minutes: number } | null
  isAnswer: boolean
  /** Whether it stands under the post that it answers. */
  isBelow?: boolean
  onEscape?: (() => void) | undefined
  /** What is said of the text beside the field, while it is written. */
  notes?: ReactNode
  onText: (text: string) => void
  onNoAnswer: () => void
  /** Receives the text as the club stores it, and what sends it. */
  onPost: (text: string, outbox: Outbox) => void
  ref: RefObject<HTMLTextAreaElement | null>
}

export function PostComposer(props: Props) {
  const { place, rule = ofRoom, text, isAnswer, isBelow = false, quote, left, notes, ref } = props
  const { onText, onNoAnswer, onNoReply, onEscape, onPost } = props
  const { t } = useText('posts')
  const [wasTried, setWasTried] = useState(false)
  const checked = rule.schema.safeParse(text)
  const used = countUsed(text, rule.most)
  const problem = checked.error?.issues[0]?.message
  const isShown = problem && (problem !== 'post_empty' || wasTried)

  const list = useId()
  const keys = useRef<MentionKeys>(null)
  const [begun, setBegun] = useState<ReturnType<typeof findMention>>(null)
  const areMentionsHere = useQuietPart(mentions, begun !== null, text)
  const [active, setActive] = useState<string | null>(null)
  const look = ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) => {
    const { value, selectionStart, selectionEnd } = currentTarget
    const isNaming = selectionStart === selectionEnd && !findTable(place)
    setBegun(isNaming ? findMention(value, selectionStart) : null)
  }
  function name(username: string, write: typeof replaceText) {
    if (!begun || !ref.current) return
    const end = begun.at + 1 + begun.starts.length
    write(ref.current, `@${username} `, begun.at, text[end] === ' ' ? end + 1 : end)
    setBegun(null)
  }

  const { outbox } = useOutbox()
  const [isDue, setDue] = useState(false)
  function post(event: SubmitEvent | KeyboardEvent) {
    event.preventDefault()
    setWasTried(!checked.success)
    if (outbox) send(outbox)
    // pressed before that was fetched which sends: the words stay where they are until it is
    else setDue(checked.success)
  }
  function send(by: Outbox) {
    setDue(false)
    if (!checked.success) return
    onPost(checked.data, by)
    // an empty box has nothing to press, and the focus would be lost
    ref.current?.focus({ preventScroll: true })
  }
  const sendDue = useEffectEvent(send)
  useEffect(() => {
    if (isDue && outbox) sendDue(outbox)
  }, [isDue, outbox])

  return (
    <form
      className={`stack-1 ${styles.composer}`}
      aria-label={t(isBelow ? 'your_reply' : 'composer')}
      onSubmit={post}
    >
      <div role="status" className={styles.status}>
        {quote && (
          <div className={styles.replying}>
            <PostQuote quote={quote} intro="replying" />
            <button
              type="button"
              className={`icon-button ${styles.remove}`}
              aria-label={t('not_replying')}
              onClick={() => {
                onNoReply()
                ref.current?.focus()
              }}
            >
              <Icon name="close" size={16} />
            </button>
          </div>
        )}
        {isAnswer && (
          <p className={`align-center small at-start ${styles.answering}`}>
            <MemberIcon name="reply" size={16} />
            <Text as="span" ns="posts" k="answering" />
            <button
              type="button"
              className={`icon-button ${styles.remove}`}
              aria-label={t('not_answering')}
              onClick={() => {
                onNoAnswer()
                ref.current?.focus()
              }}
            >
              <Icon name="close" size={16} />
            </button>
          </p>
        )}
        {left && <LeftNote {...left} />}
      </div>
      {begun && areMentionsHere && (
        <Suspense fallback={null}>
          <mentions.Part
            ref={keys}
            id={list}
            slug={place}
            starts={begun.starts}
            onChoose={name}
            onActive={setActive}
            onClose={() => setBegun(null)}
          />
        </Suspense>
      )}
      <div className={styles.box}>
        <Field
          label={
            <span className="visually-hidden">
              <Text ns="posts" k={isBelow ? 'your_reply' : 'message'} />
            </span>
          }
          hint={<Text ns="posts" k="hint" />}
          error={isShown && <FieldText message={problem} />}
          aside={<CharacterCount used={used} max={rule.most} />}
        >
          <TextArea
            ref={ref}
            rows={1}
            className={styles.input}
            placeholder={t('placeholder')}
            value={text}
            enterKeyHint="enter"
            aria-keyshortcuts="Control+Enter Meta+Enter"
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls={active ? list : undefined}
            aria-activedescendant={active ?? undefined}
            onChange={(event) => {
              setWasTried(false)
              setDue(false)
              onText(event.target.value)
              look(event)
            }}
            onSelect={(event) => begun && look(event)}
            onBlur={() => setBegun(null)}
            onKeyDown={(event) => {
              // Enter ends a word of an input method, too
              if (event.nativeEvent.isComposing || event.keyCode === 229) return
              const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey
              if (isPlain && begun && active && keys.current?.press(event.key))
                return event.preventDefault()
              if (event.key === 'Escape') onEscape?.()
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) post(event)
            }}
          />
        </Field>
        <Button
          type="submit"
          className={styles.send}
          disabled={!checked.success}
          pending={isDue}
          icon={<MemberIcon name="send" />}
        >
          <Text as="span" className="visually-hidden" ns="posts" k="post" />
        </Button>
      </div>
      {notes}
    </form>
  )
}

function LeftNote({ count, minutes }: { count: number; minutes: number }) {
  const words = minutes === 1 ? 'left_minute' : 'left_hour'
  return (
    <p className="soft small">
      {count === 0 ? (
        <Text ns="posts" k="left_none" />
      ) : (
        <Text ns="posts" k={words} values={{ count }} />
      )}
    </p>
  )
}

const BEGUN = new RegExp(`(?<![\\p{L}\\p{N}_@])@([^\\n@]{1,${limits.username.max}})$`, 'u')

/** A name that is being written right before the caret: where its @ stands, and what is there so far. */
function findMention(text: string, caret: number): { at: number; starts: string } | null {
  const [whole, starts] = BEGUN.exec(text.slice(0, caret)) ?? []
  if (whole === undefined || !starts || starts.startsWith(' ')) return null
  return { at: caret - whole.length, starts }
}
