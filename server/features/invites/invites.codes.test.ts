import { expect, test } from 'vitest'
import { InviteCode } from '#contract/tokens.ts'
import { inviteHash, newInviteCode } from './invites.codes.ts'

test('a code has 128 bits, in groups to be read aloud, without letters that are misread', () => {
  const codes = Array.from({ length: 2000 }, newInviteCode)
  for (const code of codes) {
    expect(code).toMatch(
      /^[0-7][0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){4}-[0-9A-HJKMNP-TV-Z]{5}$/,
    )
    expect(InviteCode.safeParse(code).success).toBe(true)
  }
  expect(new Set(codes).size).toBe(codes.length)
  // every place takes every value it can: 3 bits in the first, 5 in the 25 others
  const places = Array.from(
    { length: 26 },
    (_, at) => new Set(codes.map((code) => code.replaceAll('-', '')[at])).size,
  )
  expect(places).toEqual([8, ...Array<number>(25).fill(32)])
})

test('a code is found however it was typed, and another is not', () => {
  const code = '01ABC-0O1L-IL01-WXYZ-5678-9TVWX'
  for (const typed of [
    code.toLowerCase(),
    code.replaceAll('-', ''),
    ` ${code.replaceAll('-', '  ')} `,
    '0IABC-OO1I-1LOL-WXYZ-5678-9TVWX',
    code.replaceAll('-', '–'),
  ])
    expect(inviteHash(typed).equals(inviteHash(code)), typed).toBe(true)
  expect(inviteHash(code.replace('5678', '5679')).equals(inviteHash(code))).toBe(false)
})
