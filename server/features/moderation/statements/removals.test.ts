import { expect, test } from 'vitest'
import { deletePost } from '#contract/posts/ownPosts.ts'
import { sql } from '#server/platform/database/database.ts'
import type { Club, TestMember } from '#testing/club/club.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import { stateDecision, type StatedKind } from '#testing/moderation/statements.ts'
import { uuid } from '#testing/random.ts'

const NOW = '2026-05-04T20:00:00Z'
const REFUSED = { code: '23514' }

async function openScene() {
  const salon = await openLounge({ now: NOW })
  const [mia, tom] = [await salon.guest(), await salon.guest()]
  const made = await salon.post(mia, { text: 'good evening' })
  if (!made.ok) throw new Error(made.code)
  return { ...salon, mia, tom, postId: made.answer.id }
}
const remove = ({ db }: Club, postId: string, statementId: string | null) =>
  db.run(sql`update posts set removed_at = ${NOW}, removal_statement_id = ${statementId}
    where id = ${postId}`)
const removal = ({ db }: Club, { userId }: TestMember, more: Partial<StatedKind> = {}) =>
  stateDecision(db, userId, null, 'A test of reasons.', {
    kind: 'removal',
    removedKind: 'post',
    ...more,
  })

test('the database lets a post go only with a statement that fits, or by its author', async () => {
  await using scene = await openScene()
  const { club, mia, tom, postId } = scene
  await expect(remove(club, postId, null)).rejects.toMatchObject(REFUSED)
  const unfit = [
    await removal(club, tom),
    await removal(club, mia, { removedKind: 'photo' }),
    await removal(club, mia, { kind: 'warning', removedKind: null }),
    await removal(club, mia, { liftedAt: NOW }),
  ]
  for (const statementId of unfit)
    await expect(remove(club, postId, statementId)).rejects.toMatchObject(REFUSED)
  // nor is one taken back in its author's place, or both at once
  await expect(
    club.db.run(sql`update posts set removed_at = ${NOW}, taken_back_by = ${tom.userId}
      where id = ${postId}`),
  ).rejects.toMatchObject(REFUSED)
  const fit = await removal(club, mia)
  await expect(
    club.db.run(sql`update posts set removed_at = ${NOW}, taken_back_by = user_id,
      removal_statement_id = ${fit} where id = ${postId}`),
  ).rejects.toMatchObject(REFUSED)
  await remove(club, postId, fit)
  // what came in as removed is asked the same
  await expect(
    club.db.run(sql`insert into posts (id, room_id, number, user_id, text, created_at, removed_at)
      select ${uuid()}, room_id, number + 100, user_id, text, created_at, removed_at
      from posts where id = ${postId}`),
  ).rejects.toMatchObject(REFUSED)
})

test('its author takes a post back without a statement', async () => {
  await using scene = await openScene()
  const { club, mia, postId } = scene
  const taken = await club.call(mia, deletePost, { params: { ...lounge, postId } })
  expect(taken.ok).toBe(true)
  expect(
    await club.db.row(sql`select taken_back_by = user_id as own, text from posts`),
  ).toMatchObject({ own: true, text: '–' })
})

test('a statement that is lifted takes nothing away any longer', async () => {
  await using scene = await openScene()
  const { club, mia, postId } = scene
  const statementId = await removal(club, mia)
  await remove(club, postId, statementId)
  const lift = sql`update statements set lifted_at = ${NOW}, lift_reason = 'wrong'
    where id = ${statementId}`
  await expect(club.db.run(lift)).rejects.toMatchObject(REFUSED)
  await club.db.transaction(async (tx) => {
    await tx.run(lift)
    await tx.run(sql`update posts set removed_at = null, removal_statement_id = null
      where id = ${postId}`)
  })
})

test('what staff took off a profile is kept for its statement only', async () => {
  await using scene = await openScene()
  const { club, mia, tom } = scene
  const keep = (statementId: string, kind: 'profile' | 'photo') =>
    club.db
      .run(sql`insert into taken_away (statement_id, user_id, kind, taken_at, sealed, sealed_small)
      values (${statementId}, ${mia.userId}, ${kind}, ${NOW}, '\\x01',
        ${kind === 'photo' ? Buffer.from('x') : null})`)
  const unfit = [
    await removal(club, mia),
    await removal(club, tom, { removedKind: 'photo' }),
    await removal(club, mia, { removedKind: 'profile' }),
    await removal(club, mia, { removedKind: 'photo', liftedAt: NOW }),
  ]
  for (const statementId of unfit)
    await expect(keep(statementId, 'photo')).rejects.toMatchObject(REFUSED)
  await keep(await removal(club, mia, { removedKind: 'photo' }), 'photo')
  await keep(unfit[2]!, 'profile')
})
