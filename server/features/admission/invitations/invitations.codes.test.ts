import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { InviteCode } from '#contract/tokens.ts'
import { makeKey } from '#server/platform/vault/keyring.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { openStrongbox } from '#server/platform/vault/strongbox.ts'
import { uuid } from '#testing/random.ts'
import { inviteHash, makeInviteCode } from './invitations.codes.ts'

test('a code is eight signs to be typed, without letters that are misread', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'club-codes-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await makeKey(join(folder, 'kek.lasting'))
  const strongbox = openStrongbox(join(folder, 'kek'))
  const giver = uuid()
  const ids = Array.from({ length: 500 }, uuid)
  const make = (by = giver) => Promise.all(ids.map((id) => makeInviteCode({ strongbox }, by, id)))
  const codes = await make()
  for (const code of codes) {
    expect(code).toMatch(/^[B-DF-HJKMNP-TV-XZ2-9]{4}-[B-DF-HJKMNP-TV-XZ2-9]{4}$/)
    expect(InviteCode.safeParse(code).success).toBe(true)
  }
  expect(new Set([...codes, ...(await make(uuid()))]).size).toBe(2 * ids.length)
  expect(await make()).toEqual(codes)
})

test.each(['BCD2-9XZW', '01ABC-0O1L-IL01-WXYZ-5678-9TVWX'])(
  'the code %s is found however it was typed, and another is not',
  async (code) => {
    const storedHash = await inviteHash(code)
    for (const typed of [
      code.toLowerCase(),
      code.replaceAll('-', ''),
      ` ${code.replaceAll('-', '  ')} `,
      code.replaceAll('0', 'O').replaceAll('1', 'l'),
      code.replaceAll('-', '–'),
    ])
      expect((await inviteHash(typed)).equals(storedHash), typed).toBe(true)
    expect((await inviteHash(code.replace('9', '8'))).equals(storedHash)).toBe(false)
  },
)

test('who holds the hash of a short code does not try them all as fast as they can count', async () => {
  const code = 'BCD29XZW'
  expect((await inviteHash(code)).equals(secretHash(code))).toBe(false)
})
