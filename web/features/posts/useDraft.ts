import { useState } from 'react'
import type { Outgoing } from '#web/platform/outbox.rules.ts'
import { readDraft, writeDraft } from '#web/platform/drafts.ts'

type Draft = { text: string; icebreakerId: string | null; replyTo: Outgoing['replyTo'] }

/** What a member is writing in a room, kept over reloads; with what it answers. */
export function useDraft(userId: string, slug: string) {
  const icebreaker = `${slug}.icebreaker`
  const reply = `${slug}.reply`
  const [draft, setDraft] = useState<Draft>(() => ({
    text: readDraft(userId, slug),
    icebreakerId: readDraft(userId, icebreaker) || null,
    replyTo: readReply(readDraft(userId, reply)),
  }))

  return {
    ...draft,
    set(next: Partial<Draft>) {
      const now = { ...draft, ...next }
      setDraft(now)
      writeDraft(userId, slug, now.text)
      // a mark without words would be nothing to lose
      const { replyTo } = now
      writeDraft(userId, icebreaker, now.text ? (now.icebreakerId ?? '') : '')
      writeDraft(userId, reply, now.text && replyTo ? `${replyTo.number} ${replyTo.id}` : '')
    },
  }
}

function readReply(kept: string): Draft['replyTo'] {
  const [number = '', id] = kept.split(' ')
  return id ? { id, number: Number(number) } : null
}
