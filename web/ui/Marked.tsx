import styles from './Marked.module.css'

/** From and to, in UTF-16 units, in order, apart. */
type Matches = readonly { from: number; to: number }[]

/** A text with what was looked for marked in it. */
export const Marked = ({ text, matches }: { text: string; matches: Matches }) =>
  pieces(text, matches).map(({ from, text: piece, isMatch }) =>
    isMatch ? (
      <mark key={from} className={styles.mark}>
        {piece}
      </mark>
    ) : (
      <span key={from}>{piece}</span>
    ),
  )

function pieces(text: string, matches: Matches) {
  const ends = matches.flatMap(({ from, to }) => [from, to])
  return [0, ...ends]
    .map((from, index) => ({
      from,
      text: text.slice(from, ends[index] ?? text.length),
      isMatch: index % 2 === 1,
    }))
    .filter((piece) => piece.text !== '')
}
