import { Fragment } from 'react'
import { useClub } from '#web/text/club.ts'
import type { LegalWords } from './legalText.ts'

const MARKED = /\[([^\]]+)\]\(([^)]+)\)|`([^`]+)`/g
/** What belongs to the number after it, and must not stand alone at the end of a line. */
const BEFORE_NUMBER = /(§|Art\.|Abs\.|Nr\.|Buchst\.|[Ss]ection|no\.) (?=[\d(]|[a-f]\b)/g
const RATIO = /(\d) : (?=\d)/g

/** Legal words with their links, the club's name in its place. */
export function Inline({ words }: { words: LegalWords }) {
  const { name } = useClub()
  const named = words
    .replaceAll('{product}', name)
    .replace(BEFORE_NUMBER, '$1\u00a0')
    .replace(RATIO, '$1\u00a0:\u00a0')
  const marks = [...named.matchAll(MARKED)]
  const ends = marks.map(({ 0: whole, index }) => index + whole.length)
  return (
    <>
      {marks.map(({ index, 1: link, 2: to, 3: code }, at) => (
        <Fragment key={index}>
          {named.slice(ends[at - 1] ?? 0, index)}
          {code ? <code>{code}</code> : <a href={to}>{link}</a>}
        </Fragment>
      ))}
      {named.slice(ends.at(-1) ?? 0)}
    </>
  )
}
