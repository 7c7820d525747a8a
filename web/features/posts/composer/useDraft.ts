import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Outgoing } from '#web/platform/outbox/outbox.rules.ts'
import { draftKey, readDraft, writeDraft } from '#web/platform/session/drafts.ts'

type Draft = { text: string; icebreakerId: string | null; replyTo: Outgoing['replyTo'] }

/** What a member is writing in a place, kept over reloads and the same in every tab; with what it answers. */
export function useDraft(userId: string, place: string) {
  const icebreaker = `${place}.icebreaker`
  const reply = `${place}.reply`
  const read = (): Draft => ({
    text: readDraft(userId, place),
    icebreakerId: readDraft(userId, icebreaker) || null,
    replyTo: readReply(readDraft(userId, reply)),
  })
  const [draft, setDraft] = useState(read)
  /** Only then is what lies on the device newer than what is shown. */
  const isStored = useRef(true)

  const look = useEffectEvent(() => {
    const now = read()
    if (isStored.current && (now.text || draft.text)) setDraft(now)
  })
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const onStorage = ({ key }: StorageEvent) => key?.startsWith(draftKey(userId, place)) && look()
    window.addEventListener('storage', onStorage, { signal })
    // a page in the back/forward cache gets no events meanwhile
    window.addEventListener('pageshow', ({ persisted }) => persisted && look(), { signal })
    return () => listening.abort()
  }, [userId, place])

  return {
    ...draft,
    set(next: Partial<Draft>) {
      const now = { ...draft, ...next }
      setDraft(now)
      isStored.current = writeDraft(userId, place, now.text)
      // a mark without words would be nothing to lose
      const { replyTo } = now
      writeDraft(userId, icebreaker, now.text ? (now.icebreakerId ?? '') : '')
      writeDraft(userId, reply, now.text && replyTo ? `${replyTo.number} ${replyTo.id}` : '')
    },
  }
}

function readReply(stored: string): Draft['replyTo'] {
  const [number = '', id] = stored.split(' ')
  return id ? { id, number: Number(number) } : null
}
