import type { SearchHit } from '#contract/posts/search.ts'
import { MARKS } from './search.queries.ts'

type Match = SearchHit['matches'][number]

/** A character with the accents that stand behind it, which the search does without. */
const CHARS = /[^][\u0300-\u036F]*/gu

/**
 * Turns the marks the database set into ranges. Marks are counted in characters, ranges in UTF-16
 * units. None if what was marked is not as long as the text.
 */
function findMarks(marked: string, text: string): Match[] {
  const matches: Match[] = []
  const chars = text.match(CHARS) ?? []
  let at = 0
  let done = 0
  let from: number | null = null
  for (const char of marked) {
    if (char === MARKS.start) from = at
    else if (char === MARKS.stop && from !== null) {
      if (at > from) matches.push({ from, to: at })
      from = null
    } else {
      at += chars[done]?.length ?? 0
      done += 1
    }
  }
  return done === chars.length ? matches : []
}

/** The matches of both languages, in order, merged where they touch or overlap. */
export function findMatches(text: string, marked: readonly (string | null)[]): Match[] {
  const all = marked.flatMap((one) => (one ? findMarks(one, text) : []))
  const merged: Match[] = []
  for (const match of all.sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && match.from <= last.to) last.to = Math.max(last.to, match.to)
    else merged.push({ ...match })
  }
  return merged
}
