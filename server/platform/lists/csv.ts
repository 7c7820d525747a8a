/** What a spreadsheet would take for a formula at the beginning of a cell (CWE-1236). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
/**
 * The same within a text, where a spreadsheet that divides at semicolons or tabs begins a cell: behind one of them,
 * and on a new line, since to it the quotes around the text are none. Looked for by the sign that begins one, so that
 * a long row of new lines is gone through once.
 */
const INSIDE = /(?=([=+\-@＝＋－＠]))(?<=[;\t\r\n]["'\s]*)/g
const ALWAYS = /[=@＝＠]/

/**
 * Up to where in a line a plus or a minus begins what acts: a word or a number, and behind it a call, another file or
 * program. At which signs the line is divided nobody knows. A smiley is no formula.
 */
function findReach(line: string): number {
  const calls = line.slice(0, Math.max(0, line.search(/[(|!][^(|!]*$/)))
  return calls.search(/[a-z\d][^a-z\d]*$/i)
}

function defuse(text: string): string {
  let [end, reach] = [-1, -1]
  return text.replace(INSIDE, (_, sign: string, at: number) => {
    if (at >= end) {
      const line = /^[^\r\n]*/.exec(text.slice(at))![0]
      end = at + line.length
      reach = at + findReach(line)
    }
    return ALWAYS.test(sign) || at < reach ? "'" : ''
  })
}

const NUMBER = /^-?\d+(\.\d+)?$/

function cell(value: string | number): string {
  const text = String(value)
  const isFormula = FORMULA.test(text) || FORMULA.test(text.trimStart())
  const inside = defuse(text)
  const safe = isFormula && !NUMBER.test(text) ? `'${inside}` : inside
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** By this a spreadsheet knows that the text is UTF-8. */
const MARK = '\uFEFF'

const lines = (rows: Rows): string => rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

type Rows = readonly (readonly (string | number)[])[]

/** RFC 4180, a line of names first. Text no spreadsheet calculates with; numbers stay numbers. */
export const asCsv = (names: readonly string[], rows: Rows): string =>
  MARK + lines([names, ...rows])

/** The same, a part at a time. */
export async function* asCsvInParts(
  names: readonly string[],
  parts: AsyncIterable<Rows>,
): AsyncGenerator<string> {
  yield asCsv(names, [])
  for await (const rows of parts) yield lines(rows)
}
