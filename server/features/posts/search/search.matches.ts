import type { SearchHit } from '#contract/posts/search.ts'
import { MARKS } from './search.queries.ts'

type Match = SearchHit['matches'][number]

/**
 * Where a text stands marked by the database, which wrote a space for each sign: the marks are
 * counted in characters, the matches in UTF-16 units. Nothing if it is not as long as the text.
 */
function findMarks(marked: string, text: string): Match[] {
  const matches: Match[] = []
  const chars = Array.from(text)
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

/** What was found by either language, in order, as ranges that do not touch. */
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
