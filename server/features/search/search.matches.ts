import type { Found } from '#contract/search.ts'
import { MARKS } from './search.queries.ts'

type Match = Found['matches'][number]

/** Where a text marked by the database stands marked; nothing if it is not the text but for the marks. */
function marksIn(marked: string, text: string): Match[] {
  const matches: Match[] = []
  let plain = ''
  let from: number | null = null
  for (const part of marked.split(/([\u0002\u0003])/)) {
    if (part === MARKS.start) from = plain.length
    else if (part === MARKS.stop && from !== null) {
      if (plain.length > from) matches.push({ from, to: plain.length })
      from = null
    } else plain += part
  }
  return plain === text ? matches : []
}

/** What was found by either language, in order, as ranges that do not touch. */
export function matchesIn(text: string, marked: readonly (string | null)[]): Match[] {
  const all = marked.flatMap((one) => (one ? marksIn(one, text) : []))
  const merged: Match[] = []
  for (const match of all.sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && match.from <= last.to) last.to = Math.max(last.to, match.to)
    else merged.push({ ...match })
  }
  return merged
}
