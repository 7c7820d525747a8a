import { expect, test } from 'vitest'
import { asCsv, asCsvInParts } from './csv.ts'

/** Without it a German Excel reads “Grüße” as “GrÃ¼ÃŸe”. */
const MARK = '\uFEFF'

test.each([
  ['=1+1', "'=1+1"],
  ['+49 40', "'+49 40"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['=HYPERLINK("https://evil.example","x")', `"'=HYPERLINK(""https://evil.example"",""x"")"`],
  ['  =1+1', "'  =1+1"],
  ['\t=1', "'\t'=1"],
  // a return ends the line for a spreadsheet that divides elsewhere
  ['\r=1', `"'\r'=1"`],
  ['＝1+1', "'＝1+1"],
  ["payment:=cmd|' /C calc'!A0", "payment:=cmd|' /C calc'!A0"],
  // a German Excel divides at semicolons
  ["hallo;=cmd|' /C calc'!A0", "hallo;'=cmd|' /C calc'!A0"],
  ['hallo; =HYPERLINK(1)', "hallo; '=HYPERLINK(1)"],
  ['a;"=1+1"', `"a;""'=1+1"""`],
  ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
  ['a;-2+cmd|1!A0', "a;'-2+cmd|1!A0"],
  ['a;+HYPERLINK(1)', "a;'+HYPERLINK(1)"],
  ['a;＝1+1', "a;'＝1+1"],
  // to which the quotes of a text that is not the first of its line are none, and the line ends in it
  ["hallo\n=cmd|' /C calc'!A0", `"hallo\n'=cmd|' /C calc'!A0"`],
  ['hallo\r\n@SUM(A1)', `"hallo\r\n'@SUM(A1)"`],
  ['a\n\n "=1+1', `"a\n\n ""'=1+1"`],
  ['a\n-2+cmd|1!A0', `"a\n'-2+cmd|1!A0"`],
  // nobody knows at which sign it divides
  ['a\n+b;SUM(1)', `"a\n'+b;SUM(1)"`],
  ['a\n+;-2+cmd|1!A0', `"a\n'+;'-2+cmd|1!A0"`],
  ['mit:\n- Brot\n- Wein', '"mit:\n- Brot\n- Wein"'],
  ['bis morgen ;-) und ;-P', 'bis morgen ;-) und ;-P'],
  ['10;-20;+30', '10;-20;+30'],
])('no spreadsheet calculates with %j', (text, cell) => {
  expect(asCsv(['text'], [[text]])).toBe(`${MARK}text\r\n${cell}\r\n`)
})

test.each(['\n', '\t"', "\n' ", ';\n', '\n+a', '+a1', '-', ';+a', ';+(', '(', 'a'])(
  'a long text of nothing but %j is written as soon as any other',
  (sign) => {
    const long = sign.repeat(150_000)
    expect(asCsv(['text'], [[`a${long}b`]]).length).toBeGreaterThan(long.length)
  },
)

test('numbers stay numbers, and text stays as it was, quoted where RFC 4180 asks for it', () => {
  expect(
    asCsv(
      ['name', 'cents', 'text'],
      [
        ['a,b', -1672, 'say "hi"'],
        ['', '12.50', 'two\nlines'],
      ],
    ),
  ).toBe(MARK + 'name,cents,text\r\n"a,b",-1672,"say ""hi"""\r\n,12.50,"two\nlines"\r\n')
})

test('a table that comes in parts is the same as one in one piece', async () => {
  async function* parts() {
    yield [['a', 1]]
    yield [['b', 2]]
  }
  const chunks = await Array.fromAsync(asCsvInParts(['name', 'n'], parts()))
  expect(chunks.join('')).toBe(
    asCsv(
      ['name', 'n'],
      [
        ['a', 1],
        ['b', 2],
      ],
    ),
  )
})
