import { useState } from 'react'
import { readDraft, writeDraft } from '#web/platform/drafts.ts'

/** What a member is writing in a room, kept over reloads; with the icebreaker it answers. */
export function useDraft(userId: string, slug: string) {
  const mark = `${slug}.icebreaker`
  const [text, setText] = useState(() => readDraft(userId, slug))
  const [icebreakerId, setIcebreakerId] = useState(() => readDraft(userId, mark) || null)

  return {
    text,
    icebreakerId,
    set(next: { text?: string; icebreakerId?: string | null }) {
      const now = { text, icebreakerId, ...next }
      setText(now.text)
      setIcebreakerId(now.icebreakerId)
      writeDraft(userId, slug, now.text)
      // a mark without words would be nothing to lose
      writeDraft(userId, mark, now.text ? (now.icebreakerId ?? '') : '')
    },
  }
}
