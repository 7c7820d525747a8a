import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { newToken, secretHash } from '#server/platform/vault/secrets.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { insertToken, isCode, takeCode, takeToken } from './tokens.queries.ts'

const NOW = new Date('2026-06-15T12:00:00.000Z')
const END = new Date('2026-06-15T13:00:00.000Z')
const BEFORE_END = new Date(END.getTime() - 1)

type Purpose = 'confirm' | 'reset' | 'recovery' | 'proof'

/** A secret mailed to somebody, with the code that stands beside it. */
async function mail({ db }: Club, { userId }: TestMember, purpose: Purpose, code = newToken()) {
  const [tokenHash, codeHash] = [secretHash(newToken()), secretHash(code)]
  await insertToken(db, { tokenHash, userId, purpose, codeHash, expiresAt: END }, NOW)
  return { tokenHash, codeHash }
}
const refuse = ({ db }: Club, { email }: TestMember) =>
  db.run(sql`
    insert into refused_addresses (email, times, refused_at) values (${email}, 3, ${NOW.toISOString()})`)
const areRefused = async ({ db }: Club) =>
  (await db.rows<{ email: string }>(sql`select email from refused_addresses`)).map(
    ({ email }) => email,
  )

test('a token is taken once, for what it was mailed for, and before its end', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const { tokenHash } = await mail(club, mia, 'reset')
  expect(await takeToken(club.db, 'confirm', tokenHash, NOW)).toBeNull()
  expect(await takeToken(club.db, 'reset', tokenHash, END)).toBeNull()
  expect(await takeToken(club.db, 'reset', secretHash(newToken()), NOW)).toBeNull()
  expect(await takeToken(club.db, 'reset', tokenHash, BEFORE_END)).toBe(mia.userId)
  expect(await takeToken(club.db, 'reset', tokenHash, NOW)).toBeNull()
})

test('a code is taken once, by its owner, for what it was mailed for, and before its end', async () => {
  await using club = await openClub()
  const [mia, tom] = [await club.member(), await club.member()]
  const { codeHash } = await mail(club, mia, 'confirm')
  const proof = await mail(club, mia, 'proof')
  const is = (who: TestMember, hash: Buffer, at = NOW) => isCode(club.db, who.userId, hash, at)
  expect(await is(mia, codeHash)).toBe(true)
  expect(await is(mia, codeHash, BEFORE_END)).toBe(true)
  expect(await is(mia, codeHash, END)).toBe(false)
  expect(await is(tom, codeHash)).toBe(false)
  expect(await is(mia, proof.codeHash)).toBe(false)
  expect(await is(mia, secretHash(newToken()))).toBe(false)

  const take = (who: TestMember, hash: Buffer, at = NOW) => takeCode(club.db, who.userId, hash, at)
  expect(await take(tom, codeHash)).toBe(false)
  expect(await take(mia, codeHash, END)).toBe(false)
  expect(await take(mia, proof.codeHash)).toBe(false)
  expect(await take(mia, codeHash, BEFORE_END)).toBe(true)
  expect(await take(mia, codeHash)).toBe(false)
  expect(await takeCode(club.db, mia.userId, proof.codeHash, NOW, 'proof')).toBe(true)
})

test('what was mailed and is used arrived; what the browser was given instead says nothing of that', async () => {
  await using club = await openClub()
  const [mia, tom] = [await club.member(), await club.member()]
  for (const one of [mia, tom]) await refuse(club, one)
  const both = [mia.email, tom.email].toSorted()
  const refused = async () => (await areRefused(club)).toSorted()
  const { tokenHash } = await mail(club, mia, 'recovery')
  expect(await takeToken(club.db, 'recovery', tokenHash, NOW)).toBe(mia.userId)
  expect(await takeCode(club.db, mia.userId, secretHash(newToken()), NOW)).toBe(false)
  expect(await refused()).toEqual(both)
  const link = await mail(club, mia, 'confirm')
  expect(await takeToken(club.db, 'confirm', link.tokenHash, NOW)).toBe(mia.userId)
  expect(await refused()).toEqual([tom.email])
  const { codeHash } = await mail(club, tom, 'confirm')
  expect(await takeCode(club.db, tom.userId, codeHash, NOW)).toBe(true)
  expect(await refused()).toEqual([])
})

test('a code waits for whatever else is done with the account', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const { codeHash } = await mail(club, mia, 'confirm')
  const taking = await club.db.transaction(async (tx) => {
    await tx.run(sql`select from users where id = ${mia.userId} for update`)
    const taking = club.db.transaction((other) => takeCode(other, mia.userId, codeHash, NOW))
    await untilSomebodyWaits(club)
    await tx.run(sql`delete from email_tokens`)
    return [taking] as const
  })
  expect(await taking[0]).toBe(false)
})
