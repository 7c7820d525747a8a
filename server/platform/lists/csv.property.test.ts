import { expect, test } from 'vitest'
import { anything } from '#testing/fuzz/anyText.ts'
import fc from '#testing/property.ts'
import { asCsv } from './csv.ts'

/**
 * The cells a spreadsheet makes of a file when it divides at this sign: quotes mean something to it only
 * where they begin a cell, whatever program wrote them.
 */
function readCells(csv: string, divider: string): string[][] {
  const rows: string[][] = [[]]
  let at = csv.startsWith('\uFEFF') ? 1 : 0
  while (at < csv.length) {
    let cell = ''
    if (csv[at] === '"') {
      for (at += 1; at < csv.length; at += 1) {
        if (csv[at] !== '"') cell += csv[at]
        else if (csv[at + 1] === '"') cell += csv[(at += 1)]
        else break
      }
      at += 1
    }
    for (; at < csv.length && csv[at] !== divider && !/[\r\n]/.test(csv[at]!); at += 1)
      cell += csv[at]
    rows.at(-1)!.push(cell)
    if (csv[at] === divider) at += 1
    else {
      at += csv.startsWith('\r\n', at) ? 2 : 1
      rows.push([])
    }
  }
  return rows.slice(0, -1)
}

const NUMBER = /^-?\d+(\.\d+)?$/
/**
 * A formula that asks for more than a sum of numbers: a function, another file or another program. Of a sum that
 * leads over a comma into the next column no spreadsheet makes anything.
 */
const ACTS = /^\s*(?:[=@＝＠]|[+\-＋－][^,]*[a-z\d][^,]*[(|!])/i

const evil = fc.constantFrom(
  '=1+1',
  '=HYPERLINK("https://evil.example","x")',
  "=cmd|' /C calc'!A0",
  '@SUM(1)',
  '-2+cmd|1!A0',
  '+HYPERLINK(1)',
  '＝1+1',
  '＠SUM(1)',
  '－2+SUM(1)',
)
const joint = fc.constantFrom(
  ...';,\t\n\r" \'|'.split(''),
  '\r\n',
  '""',
  '";"',
  '\n\n',
  'a',
  '\u00A0',
  '\uFEFF',
)
const written = fc
  .array(fc.oneof(evil, joint, joint, anything(3)), { maxLength: 7 })
  .map((parts) => parts.join(''))
const table = fc.array(fc.tuple(written, fc.integer(), written, written), {
  minLength: 1,
  maxLength: 3,
})

test.each([
  [',', 'a comma'],
  [';', 'a semicolon, as a German Excel does'],
  ['\t', 'a tab'],
])('divided at “%s” no cell does anything: %s', (divider) => {
  fc.assert(
    fc.property(table, (rows) => {
      const csv = asCsv(['id', 'n', 'text', 'more'], rows)
      for (const cell of readCells(csv, divider).flat())
        if (!NUMBER.test(cell)) expect(cell, JSON.stringify(csv)).not.toMatch(ACTS)
    }),
    { numRuns: 1_000 },
  )
})

test('read as RFC 4180 has it, a table is what it was: as many cells, and in each the same but for apostrophes', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const [names, ...read] = readCells(asCsv(['id', 'n', 'text', 'more'], rows), ',')
      expect(names).toEqual(['id', 'n', 'text', 'more'])
      const plain = (cells: readonly (string | number)[]) =>
        cells.map((cell) => String(cell).replaceAll("'", ''))
      expect(read.map(plain)).toEqual(rows.map(plain))
    }),
  )
})
