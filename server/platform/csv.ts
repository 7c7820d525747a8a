/** What a spreadsheet would take for a formula at the beginning of a cell (CWE-1236). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const NUMBER = /^-?\d+(\.\d+)?$/

function cell(value: string | number): string {
  const text = String(value)
  const isFormula = FORMULA.test(text) || FORMULA.test(text.trimStart())
  const safe = isFormula && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** RFC 4180, a line of names first. Text no spreadsheet calculates with; numbers stay numbers. */
export const asCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
