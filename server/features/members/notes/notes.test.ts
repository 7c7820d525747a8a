import { expect, test } from 'vitest'
import { codes } from '#contract/errors.ts'
import { blockMember } from '#contract/members/blocks.ts'
import { getNote, NOTE_LENGTH, saveNote } from '#contract/members/notes.ts'
import { sql } from '#server/platform/database/database.ts'
import { everythingSeen } from '#testing/authorisation/seeing.ts'
import { openClub, type TestMember } from '#testing/club/club.ts'
import { suspend } from '#testing/moderation/statements.ts'
import { uuid } from '#testing/random.ts'

async function openScene() {
  const club = await openClub()
  const [mia, ben] = [await club.member(), await club.member({ username: 'Ben Noted' })]
  return {
    club,
    mia,
    ben,
    write: (who: TestMember, memberId: string, text: string) =>
      club.call(who, saveNote, { params: { memberId }, body: { text } }),
    read: async (who: TestMember, memberId: string) => {
      const response = await club.call(who, getNote, { params: { memberId } })
      return response.ok ? response.answer.text : response.code
    },
    rows: () => club.db.rows<{ line: string }>(sql`select n::text as line from private_notes n`),
    [Symbol.asyncDispose]: () => club[Symbol.asyncDispose](),
  }
}

test('a note is written, changed and cleared, and nobody but its writer reads it', async () => {
  await using scene = await openScene()
  const { club, mia, ben, write, read, rows } = scene
  const staff = [await club.member({ isModerator: true }), await club.member({ isAdmin: true })]
  expect(await read(mia, ben.userId)).toBe(null)
  expect(await write(mia, ben.userId, '  likes jazz ')).toMatchObject({
    answer: { text: 'likes jazz' },
  })
  expect(await write(mia, ben.userId, 'likes jazz, and cats')).toMatchObject({ ok: true })
  expect(await read(mia, ben.userId.toUpperCase())).toBe('likes jazz, and cats')
  for (const other of [ben, ...staff])
    expect([await read(other, ben.userId), await read(other, mia.userId)]).toEqual([null, null])
  expect(await rows()).toHaveLength(1)
  expect(await write(mia, ben.userId, ' \n ')).toMatchObject({ answer: { text: null } })
  expect([await read(mia, ben.userId), await rows()]).toEqual([null, []])
})

test('it is in no answer to anybody else, whatever they ask', async () => {
  await using scene = await openScene()
  const { club, mia, ben, write } = scene
  const room = await club.room()
  for (const one of [mia, ben]) await club.join(one, room)
  await write(mia, ben.userId, 'likes lamplight')
  const seen = await everythingSeen({ club, who: ben, slug: room.slug, said: 'x' }, [mia, ben])
  expect(seen).not.toContain('lamplight')
})

test('it is at most 200 characters as people count them, and none of two is a half', async () => {
  await using scene = await openScene()
  const { mia, ben, write, read } = scene
  const most = '🎷'.repeat(NOTE_LENGTH)
  expect(await write(mia, ben.userId, most)).toMatchObject({ ok: true })
  expect(await write(mia, ben.userId, `${most}!`)).toMatchObject({
    code: 'invalid_input',
    body: { errors: [{ path: 'text', message: 'text_too_long' }] },
  })
  expect(await read(mia, ben.userId)).toBe(most)
})

test('it lies sealed: the database alone gives it away neither as it is nor as bytes', async () => {
  await using scene = await openScene()
  const { mia, ben, write, rows } = scene
  await write(mia, ben.userId, 'likes lamplight')
  const [row] = await rows()
  expect(row!.line).not.toContain('lamplight')
  expect(row!.line).not.toContain(Buffer.from('lamplight').toString('hex'))
})

test('of several at once the last stands, and there is one', async () => {
  await using scene = await openScene()
  const { mia, ben, write, read, rows } = scene
  const texts = Array.from({ length: 8 }, (_, at) => `note ${at}`)
  await Promise.all(texts.map((text) => write(mia, ben.userId, text)))
  expect(await rows()).toHaveLength(1)
  expect(texts).toContain(await read(mia, ben.userId))
})

test('no notes can be made of oneself, nobody or an invisible member, and all are answered alike', async () => {
  await using scene = await openScene()
  const { club, mia, ben, write, rows } = scene
  const [cleo, tom] = [await club.member(), await club.member()]
  await club.call(cleo, blockMember, { params: { memberId: mia.userId } })
  await suspend(club.db, tom.userId, '2999-01-01')
  for (const userId of [mia.userId, uuid(), cleo.userId, tom.userId])
    expect(await write(mia, userId, 'x')).toMatchObject({ code: codes.notFound })
  const waiting = await club.member({ isAdmitted: false })
  expect(await write(waiting, ben.userId, 'x')).toMatchObject({ code: codes.notFound })
  expect(await rows()).toEqual([])
})

test('what was noted of somebody who is out of sight since can be read and cleared still', async () => {
  await using scene = await openScene()
  const { club, mia, ben, write, read } = scene
  await write(mia, ben.userId, 'likes jazz')
  await club.call(ben, blockMember, { params: { memberId: mia.userId } })
  expect(await read(mia, ben.userId)).toBe('likes jazz')
  expect(await write(mia, ben.userId, 'and cats')).toMatchObject({ code: codes.notFound })
  expect(await write(mia, ben.userId, '')).toMatchObject({ answer: { text: null } })
  expect(await read(mia, ben.userId)).toBe(null)
})

test('one that no key opens is as if there were none, and makes place for another', async () => {
  await using scene = await openScene()
  const { club, mia, ben, write, read } = scene
  await write(mia, ben.userId, 'likes jazz')
  await club.db.run(sql`update private_notes set sealed = '\\x00'`)
  expect(await read(mia, ben.userId)).toBe(null)
  await write(mia, ben.userId, 'likes cats')
  expect(await read(mia, ben.userId)).toBe('likes cats')
})

test.each(['writer', 'other'] as const)('it is gone with the account of the %s', async (whose) => {
  await using scene = await openScene()
  const { club, mia, ben, write, rows } = scene
  await write(mia, ben.userId, 'likes jazz')
  const { userId } = whose === 'writer' ? mia : ben
  await club.db.run(sql`delete from users where id = ${userId}`)
  expect(await rows()).toEqual([])
})
