import type { BellItem } from '#contract/notifications/bellItems.ts'
import type { Text } from '#server/text/words.ts'

/** A line of the bell as a sentence, for members who chose to read it outside of the club. */
export function lineInWords({ kind, actors, count, post }: BellItem, text: Text) {
  const name = actors[0]?.username ?? ''
  if (kind === 'decision') return text('bell.decision')
  if (kind === 'mutual_wave') return text('bell.mutual_wave', { name })
  if (kind === 'table_asked' || kind === 'table_open') return text(`bell.${kind}`, { name })
  const values = { name, room: post?.roomName ?? '', count: count - 1 }
  if (kind === 'wave') return count > 1 ? text('bell.waves', values) : text('bell.wave', values)
  return text(`bell.${kind}`, values)
}
