import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { createPost, type Post } from '#contract/posts.ts'
import { call } from './call.ts'
import { ErrorText } from './ErrorText.tsx'
import { useLiveEvents, useTellLive } from './live.tsx'
import { Outbox, type OutgoingPost } from './outbox.ts'
import type { Outgoing } from './outbox.rules.ts'
import { useSession } from './session.ts'
import { showToast } from './toast.tsx'

const OutboxContext = createContext<Outbox | null>(null)

function send({ id, slug, text, icebreakerId }: Outgoing, signal: AbortSignal): Promise<Post> {
  return call(createPost, { params: { slug }, body: { id, text, icebreakerId } }, { signal })
}

/** Sends what the signed-in member wrote, on whatever screen they are. Mounted once, inside the live line. */
export function OutboxProvider({ children }: { children: ReactNode }) {
  const { session } = useSession()
  const userId = session && !session.suspension ? session.userId : null
  const [outbox, setOutbox] = useState<Outbox | null>(null)
  const tell = useTellLive()

  const onSent = useEffectEvent((room: string, post: Post) =>
    tell({ type: 'post', room, number: post.number, post }),
  )

  useEffect(() => {
    if (!userId) return
    const own = new Outbox({ userId, send, onSent: (slug, post) => onSent(slug, post), onRefused })
    own.open()
    setOutbox(own)
    return () => {
      own.close()
      setOutbox(null)
    }
  }, [userId])

  useLiveEvents((event) => {
    if (event.type === 'ready') outbox?.hurry()
    if (event.type === 'post' && event.post) outbox?.arrived(event.post.id)
  })

  return <OutboxContext value={outbox}>{children}</OutboxContext>
}

function onRefused({ refusal }: Outgoing): void {
  showToast({ title: 'post_failed', description: <ErrorText failure={refusal} /> })
}

const NOTHING: readonly OutgoingPost[] = []
const none = () => NOTHING
const never = () => () => {}

/** The member's own posts on their way, and what can be done with them. Null until somebody is signed in. */
export function useOutbox(): { outbox: Outbox | null; outgoing: readonly OutgoingPost[] } {
  const outbox = use(OutboxContext)
  const outgoing = useSyncExternalStore(outbox?.watch ?? never, outbox?.list ?? none)
  return { outbox, outgoing }
}
