import { expect, test } from 'vitest'
import { asCsv } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+49 40', "'+49 40"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['=HYPERLINK("https://evil.example","x")', `"'=HYPERLINK(""https://evil.example"",""x"")"`],
  ['  =1+1', "'  =1+1"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['＝1+1', "'＝1+1"],
  ["payment:=cmd|' /C calc'!A0", "payment:=cmd|' /C calc'!A0"],
])('no spreadsheet calculates with %j', (text, cell) => {
  expect(asCsv([[text]])).toBe(`${cell}\r\n`)
})

test('numbers stay numbers, and text stays as it was, quoted where RFC 4180 asks for it', () => {
  expect(
    asCsv([
      ['name', 'cents', 'text'],
      ['a,b', -1672, 'say "hi"'],
      ['', '12.50', 'two\nlines'],
    ]),
  ).toBe('name,cents,text\r\n"a,b",-1672,"say ""hi"""\r\n,12.50,"two\nlines"\r\n')
})
