import { expect, test } from 'vitest'
import { parseGermanDate } from '#contract/admission/birthdate.ts'
import { cleanCode, cleanNumber, plainDigits } from '#contract/digits.ts'
import { emailForm } from '#contract/email.ts'
import { InviteCode } from '#contract/tokens.ts'
import { appCode } from '#server/features/accounts/second-factor/totp.codes.ts'
import { codeHash } from '#server/platform/vault/secrets.ts'

test('every decimal digit counts as its value', () => {
  const digits = Array.from({ length: 0x20000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((char) => /\p{Nd}/u.test(char))
  expect(digits.length % 10).toBe(0)
  const runs = digits.map((digit) => plainDigits(digit)).join('')
  expect(runs).toBe('0123456789'.repeat(digits.length / 10))
})

test.each([
  '087743',
  '٠٨٧٧٤٣',
  '۰۸۷۷۴۳',
  '０８７７４３',
  '०८७७४३',
  '𝟎𝟖𝟕𝟕𝟒𝟑',
  '087–743',
  '087−743',
  '087·743',
  '087 743',
  '087\u202F743',
  '087743\u200B',
  '\u200E087743',
  '\uFEFF087\u00AD743\u2060',
  '٠٨٧-٧٤٣',
])('%s is the code of an app', (typed) => {
  expect(appCode(typed)).toBe('087743')
})

test.each(['08774', '0877433', '08774a', '½87743'])('%s is none', (typed) => {
  expect(appCode(typed)).toBe(null)
})

test.each([
  '٠١.٠٢.١٩٩٠',
  '０１.０２.１９９０',
  '01．02．1990',
  '\u200E01.02.1990\u200B',
  '\u200E 01.02.1990 \u200B',
  '𝟎𝟏.𝟎𝟐.𝟏𝟗𝟗𝟎',
])('%s is a birthdate', (typed) => {
  expect(parseGermanDate(typed)).toBe('1990-02-01')
})

test.each(['bc23-df45', 'BC２３–DF４５', 'ＢＣ23 DF45\u200B', 'bc٢٣df٤٥'])(
  '%s is the same code',
  (typed) => {
    expect(codeHash('mia', typed)).toEqual(codeHash('mia', 'BC23-DF45'))
  },
)

test.each([
  'https://club.example/invite#code=BC23-DF45',
  'https://club.example/invite%23code=BC23-DF45&from=mail',
  'Code: BC23-DF45',
  'Oder geben Sie diesen Code ein: ＢＣ23–DF45.',
  '„bc23-df45“',
  'bc23 df45',
])('in %s is the code of an invitation', (typed) => {
  expect(codeHash('mia', InviteCode.parse(typed))).toEqual(codeHash('mia', 'BC23-DF45'))
})

test('a code of many groups, and one of two in a text, are cut nowhere', () => {
  for (const typed of ['BCDF-GHJK-2345-6789', 'BC23-DF45 BC23-DF46'])
    expect(InviteCode.parse(typed)).toBe(typed)
})

test('a number of an order is read however it was typed', () => {
  expect(cleanCode(' \u200EP-２０２６-٠٠٠١٢٣ ')).toBe('P-2026-000123')
  for (const typed of ['p-2026-OOO123', 'Bestellung P 2O26 000123.', 'P–2026–0oo123'])
    expect(cleanNumber(typed), typed).toBe('P-2026-000123')
})

test('what is far longer than a code or an address is not made eighteen times as long first', () => {
  const long = '\uFDFA'.repeat(20_000)
  expect(cleanCode(long)).toHaveLength(long.length)
  expect(emailForm(long)).toHaveLength(long.length)
})
