// The talk of a room or a table: what opens it, the composer within reach of the thumb, the posts.
import {
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
  type RefObject,
} from 'react'
import type { Post } from '#contract/posts/posts.ts'
import { useKeys } from '#web/platform/shortcuts/shortcuts.ts'
import { isNewestLast, useNewestLast } from '#web/platform/lists/newestLast.ts'
import { useMember } from '#web/platform/session/session.ts'
import { useOutbox } from '#web/platform/outbox/OutboxProvider.tsx'
import type { Outgoing } from '#web/platform/outbox/outbox.rules.ts'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { useFirstSign } from '#web/ui/fields/useFirstSign.ts'
import { OwnMenu } from './OwnMenu.tsx'
import { DraftComposer } from '#web/features/posts/composer/DraftComposer.tsx'
import { useReplyBelow } from '#web/features/posts/composer/useReplyBelow.tsx'
import { focusIfLost } from '#web/ui/behaviour/passFocusOn.ts'
import { focusComposer } from '#web/features/posts/composer/focusComposer.ts'
import { postAnchor } from './PostItem.tsx'
import { Text } from '#web/text/Text.tsx'
import { addToast } from '#web/ui/feedback/toastQueue.ts'
import { PostList } from './PostList.tsx'
import { ComingPosts, Posts, type PostsReading } from './Posts.tsx'
import type { ChatWays } from './chat/useHeldPlace.ts'
import { scrollTo } from '#web/features/posts/feed/scrollTo.ts'
import { UnreadBar } from './passages/UnreadBar.tsx'
import { useDraft } from '#web/features/posts/composer/useDraft.ts'
import type * as ByHand from '#web/features/posts/feed/byHand.ts'
import type { rewrite } from '#web/ui/fields/writeInto.ts'
import { useJump } from '#web/features/posts/feed/useJump.tsx'
import { useEventCallback } from '#web/features/posts/feed/useEventCallback.ts'
import type { TextRule } from '#web/features/posts/composer/PostComposer.tsx'
import type { useFeed } from '#web/features/posts/feed/useFeed.ts'
import { withTalk } from './withTalk.ts'
import styles from './Conversation.module.css'

const passage = lazyPart(async () => (await withTalk(import('./passages/Passage.tsx'))).Passage)
const onward = lazyPart(async () => (await withTalk(import('./passages/Onward.tsx'))).Onward)
const answers = lazyPart(
  async () => (await withTalk(import('./passages/AnswersDialog.tsx'))).AnswersDialog,
)

/** Loaded only by members who want the newest last. */
const chat = lazyPart(async () => (await import('./chat/ChatList.tsx')).ChatList)
if (isNewestLast()) void chat.preload()

/** What keys and fingers do is fetched with the first sign of them. */
const fetchByHand = async () => import('#web/features/posts/feed/byHand.ts')
const byHand = (act: (known: typeof ByHand) => void) => fetchByHand().then(act, () => {})
const fetchWriting = async () => import('#web/ui/fields/writeInto.ts')

type Props = {
  /** As the talk's calls know it: a room or a table. */
  place: string
  feed: ReturnType<typeof useFeed>
  /** What may be said there; as in a room if nothing is said. */
  rule?: TextRule
  /** The question of a room's day, given the ways to begin an answer to it and to read those of others. */
  opening?: (ways: { answer: (icebreakerId: string) => void; showAnswers: () => void }) => ReactNode
  /** What one can do with a post of somebody. */
  acts?: (post: Post) => ReactNode
  /** Where what answers a post is read. */
  onShowReplies?: (post: Post, jump: (number: number) => Promise<void>) => void
  /** Who else is writing, and whom to tell that the member is. */
  writing: ReactNode
  onWriting: () => void
  reading: PostsReading
  /** What is said of a text while it is written. */
  notes?: (text: string) => ReactNode
  /** Nothing more can be said: what stands in the place of the box to write in. */
  closed?: ReactNode
  /** Shown above the posts until the member has posted; gets a function that puts words into the composer. */
  welcome?: ((write: (words: string) => void) => ReactNode) | undefined
}

type Draft = ReturnType<typeof useDraft>
/** What the box is to hold, given what it holds. */
type Next = (now: Draft) => Partial<Parameters<Draft['set']>[0]> & { text: string }

export function Conversation(props: Props) {
  const { place, closed, feed, opening, acts, writing, onWriting, reading, notes, welcome } = props
  const rule = closed ? null : props.rule
  const member = useMember()
  const { left } = useOutbox()
  const draft = useDraft(member.userId, place)
  const input = useRef<HTMLTextAreaElement>(null)
  const posts = useRef<HTMLDivElement>(null)
  /** At once, and not with the next drawing: two may be put in before that. */
  const suggested = useRef('')
  const [focusWishes, setFocusWishes] = useState(0)
  const [answersShown, setAnswersShown] = useState<'never' | 'open' | 'closed'>('never')
  const [isOnward, setOnward] = useState(false)
  const [isNewsOver, setNewsOver] = useState(false)
  const isLast = useNewestLast()
  // turned round while one is there, it goes to its end
  const [ways] = useState<ChatWays>(() => new Map(isLast ? [] : [['toEnd', () => {}]]))
  const { jump, arrive, far, leave, ...jumping } = useJump(feed, () => ways.get('look')?.())
  const below = useReplyBelow(place, draft)
  const reply = useEventCallback(({ id, number }: Post) => {
    if (below.begin({ id, number })) return
    draft.set({ replyTo: { id, number }, icebreakerId: null })
    setFocusWishes((wishes) => wishes + 1)
  })
  const suggest = useEventCallback((words: string) => {
    void write((now) => {
      // what was suggested before makes way, what they wrote themselves stays
      const own = now.text === suggested.current ? '' : now.text.trim()
      suggested.current = [own, words].filter(Boolean).join('\n')
      return { text: suggested.current }
    })
  })
  const goTo = useEventCallback((number: number) => void jump(number))
  const showReplies = useEventCallback((post: Post) => props.onShowReplies?.(post, jump))
  const hasThreads = props.onShowReplies !== undefined
  const talk = useMemo(
    () => ({
      jump: goTo,
      ...(rule !== null && { reply }),
      ...(hasThreads && { showReplies }),
    }),
    [reply, goTo, showReplies, hasThreads, rule],
  )
  const ownActs = useCallback(
    (post: Post) =>
      post.author.id === member.userId ? (
        <OwnMenu place={place} rule={rule} post={post} reader={feed.reader} />
      ) : null,
    [member.userId, place, rule, feed.reader],
  )
  const allActs = useCallback(
    (post: Post) => (
      <>
        {ownActs(post)}
        {acts?.(post)}
      </>
    ),
    [ownActs, acts],
  )

  useEffect(() => {
    if (focusWishes > 0) focusComposer(input.current)
  }, [focusWishes])

  function answer(icebreakerId: string) {
    draft.set({ icebreakerId, replyTo: null })
    setFocusWishes((wishes) => wishes + 1)
  }
  const post: ComponentProps<typeof DraftComposer>['onPost'] = (text, outbox) => {
    const { icebreakerId, replyTo } = draft
    outbox.add({ place, text, icebreakerId, replyTo })
    draft.set({ text: '', icebreakerId: null, replyTo: null })
    if (far !== null) leave()
    setOnward(false)
    // posting returns to the newest posts
    reading.onLine()
    if (isLast) ways.get('toEnd')?.()
    else showTop(posts)
  }
  function readAll() {
    setNewsOver(true)
    setOnward(false)
    reading.onLine()
    reading.onReadTo(newest)
    addToast({ title: <Text ns="posts" k="all_read" />, tone: 'success' })
    // what was pressed goes
    document.getElementById(postAnchor(newest))?.focus({ preventScroll: true })
  }
  function edit({ text, icebreakerId, replyTo, refusal }: Outgoing) {
    void write((now) => ({
      // what is already in the box was not written to be thrown away
      text: [text, now.text].filter((part) => part.trim()).join('\n'),
      icebreakerId: icebreakerId ?? now.icebreakerId,
      // what it answered is gone: without that it can go out
      replyTo: (refusal?.code === 'post_gone' ? null : replyTo) ?? now.replyTo,
    }))
  }
  /** Into the box as it is once what writes is fetched: more may have been typed by then. */
  async function write(next: Next) {
    const writing = await fetchWriting().catch(() => null)
    put(next, writing?.rewrite)
  }
  const put = useEventCallback((next: Next, byHand?: typeof rewrite) => {
    const words = next(draft)
    if (input.current) byHand?.(input.current, words.text)
    draft.set(words)
    setFocusWishes((wishes) => wishes + 1)
  })

  const newest = feed.posts[0]?.number ?? 0
  const { news } = reading
  const isNew = news !== null && !isNewsOver
  const toPost = (step: 1 | -1) =>
    void byHand(({ stepPost }) => stepPost(posts.current, step, isLast))
  const atPost = (key: string) => void byHand(({ pressAct }) => pressAct(key))
  useFirstSign(() => void byHand(({ followReader }) => followReader(posts.current)))
  useKeys({
    n: () => focusComposer(input.current),
    j: () => toPost(1),
    k: () => toPost(-1),
    r: () => atPost('r'),
    w: () => atPost('w'),
    Escape: ({ shiftKey }) => shiftKey && isNew && readAll(),
  })
  const compose = {
    place,
    rule: rule ?? undefined,
    left,
    onTyping: (text: string) => text.trim() && onWriting(),
    notes,
    quotable: feed.posts,
  }
  const drawn = {
    member,
    acts: allActs,
    talk,
    reading,
    jumping,
    below: rule === null ? null : below.draw(compose),
  }

  // whoever was writing when the place closed goes on with what stands there now
  const foot = useRef<HTMLDivElement>(null)
  const isClosed = Boolean(closed)
  const wasClosed = useRef(isClosed)
  useEffect(() => {
    if (isClosed && !wasClosed.current) focusIfLost(foot.current)
    wasClosed.current = isClosed
  }, [isClosed])
  const composer = (
    <div key="composer" ref={foot} className={`no-ring ${styles.composer}`}>
      {closed ?? <DraftComposer {...compose} ref={input} draft={draft} onPost={post} />}
    </div>
  )
  const around = (
    <>
      {welcome?.(suggest)}
      {writing}
      {isNew && !isOnward && far === null && (
        <UnreadBar news={news} onReadInOrder={() => setOnward(true)} onReadAll={readAll} />
      )}
    </>
  )
  const onEdit = rule === null ? undefined : edit
  const list = { place, feed, onEdit, ...drawn }
  const talked = (
    <div key="talk" ref={posts} className={styles.posts}>
      {!isLast && around}
      {far === null && isOnward && news ? (
        <Suspense fallback={<ComingPosts />}>
          <onward.Part
            place={place}
            after={news.readNumber}
            waiting={<ComingPosts />}
            onArrive={arrive}
            onLeave={(isWhole) => {
              setOnward(false)
              if (isWhole) {
                reading.onLine()
                setNewsOver(true)
              }
              arrive(newest, true)
            }}
          >
            {(known) => (
              <Posts
                posts={known}
                {...drawn}
                reading={{ ...reading, news: null, onSeen: reading.onReadTo }}
              />
            )}
          </onward.Part>
        </Suspense>
      ) : far !== null ? (
        <Suspense fallback={<ComingPosts />}>
          <passage.Part
            key={far}
            place={place}
            number={far}
            isNewestLast={isLast}
            waiting={<ComingPosts />}
            onArrive={arrive}
            onLeave={() => {
              leave()
              arrive(newest, true)
            }}
          >
            {(known) => <Posts posts={known} isNewestLast={isLast} {...drawn} />}
          </passage.Part>
        </Suspense>
      ) : isLast ? (
        <Suspense fallback={<ComingPosts />}>
          <chat.Part {...list} ways={ways} />
        </Suspense>
      ) : (
        <PostList {...list} />
      )}
      {isLast && around}
    </div>
  )
  return (
    <div className={styles.conversation} data-newest-last={isLast || undefined}>
      {opening?.({ answer, showAnswers: () => setAnswersShown('open') })}
      {/* in this order, which is also that of the keyboard */}
      {isLast ? [talked, composer] : [composer, talked]}
      {answersShown !== 'never' && (
        <Suspense fallback={null}>
          <answers.Part
            slug={place}
            isOpen={answersShown === 'open'}
            onClose={() => setAnswersShown('closed')}
            onJump={jump}
          />
        </Suspense>
      )}
    </div>
  )
}

/** On a phone toasts stand as high as this, and with them why a post was refused. */
const BELOW_TOASTS = 80

/** Somebody who posts from further down wants to see it stand there. */
function showTop({ current }: RefObject<HTMLElement | null>) {
  if (current && current.getBoundingClientRect().top < BELOW_TOASTS) scrollTo(current)
}
