/** What a spreadsheet would take for a formula at the beginning of a cell (CWE-1236). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
/**
 * The same within a text, where a spreadsheet that divides at semicolons or tabs begins a cell: behind one of them,
 * and on a new line, since to it the quotes around the text are none. A smiley is no formula. Looked for by the sign
 * that begins one, so that a long row of new lines is gone through once.
 */
const INSIDE =
  /(?=[=+\-@＝＋－＠])(?<=[;\t\r\n]["'\s]*)(?=[=@＝＠]|.[^a-z\d;\t\r\n]*[a-z\d][^(|!;\t\r\n]*[(|!])/gi
const NUMBER = /^-?\d+(\.\d+)?$/

function cell(value: string | number): string {
  const text = String(value)
  const isFormula = FORMULA.test(text) || FORMULA.test(text.trimStart())
  const inside = text.replace(INSIDE, "'")
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
