import { limits } from '#contract/limits.ts'

const BEGUN = new RegExp(`(?<![\\p{L}\\p{N}_@])@([^\\n@]{1,${limits.username.max}})$`, 'u')

/** A name that is being written right before the caret: where its @ stands, and what is there so far. */
export function findMention(text: string, caret: number): { at: number; starts: string } | null {
  const [whole, starts] = BEGUN.exec(text.slice(0, caret)) ?? []
  if (whole === undefined || !starts || starts.startsWith(' ')) return null
  return { at: caret - whole.length, starts }
}
