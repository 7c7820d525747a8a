// The outbox for all components: a member's own posts are sent on whatever screen they are by then.
import {
  createContext,
  use,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { createPost } from '#contract/posts/posts.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { useLiveEvents, usePublishEvent } from '#web/platform/live/live.tsx'
import type { Outbox, OutgoingPost } from './outbox.ts'
import type { Outgoing } from './outbox.rules.ts'
import { hasUnsent } from '#web/platform/session/drafts.ts'
import { useSession } from '#web/platform/session/session.ts'
import { useFirstSign } from '#web/ui/fields/useFirstSign.ts'
import { showToast } from './toast.tsx'

type Left = AnswerOf<typeof createPost>['left']
const OutboxContext = createContext<{ outbox: Outbox | null; left: Left }>({
  outbox: null,
  left: null,
})

/** Within a minute the count that is used up first begins to grow again. */
const LEFT_SHOWN_MS = 60_000
/** How long until what could not be fetched is asked for again. */
const AGAIN_MS = 3_000

const fetchPart = async () => import('./outbox.ts')

/** The outbox itself, after the posts it stands under. */
async function fetchOutbox(signal: AbortSignal) {
  while (!signal.aborted) {
    const loaded = await fetchPart().catch(() => null)
    if (loaded) return loaded
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
  return null
}

/**
 * Sends what the signed-in member wrote, on whatever screen they are. Mounted once, inside the live
 * line. It begins once that stands, with the first sign that somebody is there, or when a post waits on the device.
 */
export function OutboxProvider({ children }: { children: ReactNode }) {
  const { session } = useSession()
  const userId = session && !session.suspension ? session.userId : null
  const [outbox, setOutbox] = useState<Outbox | null>(null)
  const [left, setLeft] = useState<Left>(null)
  const [isWanted, setWanted] = useState(false)
  const [generation, setGeneration] = useState('')
  const publish = usePublishEvent()

  useFirstSign(() => setWanted(true))
  useEffect(() => {
    const look = () => userId && hasUnsent(userId) && setWanted(true)
    look()
    // another tab has put one there
    window.addEventListener('storage', look)
    return () => window.removeEventListener('storage', look)
  }, [userId])

  useEffect(() => {
    if (!userId || !isWanted) return
    let forget: ReturnType<typeof setTimeout> | undefined
    let own: Outbox | undefined
    const end = new AbortController()
    void fetchOutbox(end.signal).then((loaded) => {
      if (!loaded || end.signal.aborted) return
      own = loaded.openOutbox({
        userId,
        onLeft(remaining) {
          clearTimeout(forget)
          setLeft(remaining)
          forget = setTimeout(() => setLeft(null), LEFT_SHOWN_MS)
        },
        publish,
        onRefused,
      })
      setOutbox(own)
    })
    return () => {
      end.abort()
      clearTimeout(forget)
      own?.close()
      setOutbox(null)
    }
  }, [userId, isWanted, publish])

  useEffect(() => {
    if (generation) outbox?.meet(generation)
  }, [outbox, generation])

  useLiveEvents((event) => {
    if (event.type === 'ready') {
      // before the connection can be lost again, so that what is written then is kept
      setWanted(true)
      setGeneration(event.generation ?? '')
      outbox?.hurry()
    }
    // a room's pace and what a member may do are among what it tells of
    if (event.type === 'rooms') outbox?.hurry({ areLimitsNew: true })
    if ('post' in event && event.post) outbox?.arrived(event.post.id)
  })

  const value = useMemo(() => ({ outbox, left }), [outbox, left])
  return <OutboxContext value={value}>{children}</OutboxContext>
}

function onRefused({ refusal, said }: Outgoing): void {
  showToast({ title: 'post_failed', description: <ErrorText failure={refusal ?? said} /> })
}

const NOTHING: readonly OutgoingPost[] = []
const none = () => NOTHING
const never = () => () => {}

/**
 * The member's own posts on their way, what can be done with them, and how many more may follow
 * where that is few. Null until somebody is signed in, and the outbox is here.
 */
export function useOutbox() {
  const { outbox, left } = use(OutboxContext)
  const outgoing = useSyncExternalStore(outbox?.watch ?? never, outbox?.list ?? none)
  return { outbox, outgoing, left }
}
