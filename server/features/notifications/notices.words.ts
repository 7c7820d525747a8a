import type { BellItem } from '#contract/notifications/bell.ts'
import type { mailTranslator } from '#server/text/words.ts'

/** A line of the bell as a sentence, for whoever chose to read it outside of the club. */
export function lineInWords(
  { kind, actors, count, post }: BellItem,
  say: ReturnType<typeof mailTranslator>,
) {
  const name = actors[0]?.username ?? ''
  if (kind === 'decision') return say('bell.decision')
  if (kind === 'mutual_wave') return say('bell.mutual_wave', { name })
  const values = { name, room: post?.roomName ?? '', count: count - 1 }
  if (kind === 'wave') return count > 1 ? say('bell.waves', values) : say('bell.wave', values)
  return say(`bell.${kind}`, values)
}
