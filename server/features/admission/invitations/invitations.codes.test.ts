import { expect, test } from 'vitest'
import { InviteCode } from '#contract/tokens.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { inviteHash, newInviteCode } from './invitations.codes.ts'

test('a code is eight signs to be typed, without letters that are misread', () => {
  const codes = Array.from({ length: 2000 }, newInviteCode)
  for (const code of codes) {
    expect(code).toMatch(/^[B-DF-HJKMNP-TV-XZ2-9]{4}-[B-DF-HJKMNP-TV-XZ2-9]{4}$/)
    expect(InviteCode.safeParse(code).success).toBe(true)
  }
  expect(new Set(codes).size).toBe(codes.length)
})

test.each(['BCD2-9XZW', '01ABC-0O1L-IL01-WXYZ-5678-9TVWX'])(
  'the code %s is found however it was typed, and another is not',
  async (code) => {
    const kept = await inviteHash(code)
    for (const typed of [
      code.toLowerCase(),
      code.replaceAll('-', ''),
      ` ${code.replaceAll('-', '  ')} `,
      code.replaceAll('0', 'O').replaceAll('1', 'l'),
      code.replaceAll('-', '–'),
    ])
      expect((await inviteHash(typed)).equals(kept), typed).toBe(true)
    expect((await inviteHash(code.replace('9', '8'))).equals(kept)).toBe(false)
  },
)

test('who holds the hash of a short code does not try them all as fast as they can count', async () => {
  const code = 'BCD29XZW'
  expect((await inviteHash(code)).equals(secretHash(code))).toBe(false)
})
