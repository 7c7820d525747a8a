import { limits } from '#contract/limits.ts'
import { expect, test } from 'vitest'
import { listPosts } from '#contract/posts/posts.ts'
import { findStored } from '#contract/posts/storedPosts.ts'
import { deletePost, editPost } from '#contract/posts/ownPosts.ts'
import { sql } from '#server/platform/database/database.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import { uuid } from '#testing/random.ts'

const NOW = '2026-05-01T20:00:00.000Z'

/** A lounge with two guests, a post of the first, and what can be done to it. */
async function openTalk() {
  const opened = await openLounge({ now: NOW })
  const { club, guest, post } = opened
  const [mia, tom] = [await guest({ username: 'Mia' }), await guest({ username: 'Tom' })]
  const made = await post(mia, { text: 'one' })
  const postId = made.ok ? made.answer.id : ''
  const at = (id = postId) => ({ ...lounge, postId: id })
  return {
    ...opened,
    mia,
    tom,
    postId,
    edit: (who: typeof mia, text = 'eins', id?: string) =>
      club.call(who, editPost, { params: at(id), body: { text } }),
    remove: (who: typeof mia, id?: string) =>
      club.call(who, deletePost, { params: { postId: id ?? postId } }),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  }
}

test('one’s own post can be edited for fifteen minutes, and says so from then on', async () => {
  await using talk = await openTalk()
  const { club, mia, tom, edit, list } = talk
  club.clock.advance({ minutes: 15 })
  const done = { text: 'eins', createdAt: NOW, editedAt: '2026-05-01T20:15:00.000Z', number: 1 }
  const later = await club.session(mia)
  expect(await edit({ ...mia, ...later })).toMatchObject({ ok: true, answer: done })
  expect(await list(await club.session(tom))).toMatchObject({ answer: { posts: [done] } })
  club.clock.advance({ seconds: 1 })
  expect(await edit({ ...mia, ...later }, 'zu spät')).toMatchObject({
    status: 409,
    code: 'edit_too_late',
  })
})

test('the same words again are no edit, and rules for texts hold', async () => {
  await using talk = await openTalk()
  const { mia, edit } = talk
  expect(await edit(mia, ' one ')).toMatchObject({ answer: { text: 'one', editedAt: null } })
  expect(await edit(mia, '  ')).toMatchObject({
    body: { errors: [{ path: 'text', message: 'post_empty' }] },
  })
  expect(await edit(mia, 'x'.repeat(limits.postText + 1))).toMatchObject({ status: 400 })
})

test('what may not be posted is not edited in either: ways to reach newcomers, and anybody’s slurs', async () => {
  await using talk = await openTalk()
  const { mia, edit, list, guest, post } = talk
  expect(await edit(mia, 'Ruf mich an: 0176 12345678')).toMatchObject({
    status: 422,
    body: { code: 'contact_data', found: { kind: 'phone', from: 13, to: 26 } },
  })
  const nora = await guest({ isModerator: true })
  const said = await post(nora, { text: 'two' })
  const own = said.ok ? said.answer.id : ''
  for (const [who, id] of [[mia], [nora, own]] as const)
    expect(await edit(who, 'du Unterm3nsch', id)).toMatchObject({
      status: 422,
      body: { code: 'words_blocked', found: { from: 3, to: 14 } },
    })
  expect(await list(mia)).toMatchObject({
    answer: {
      posts: [
        { text: 'two', editedAt: null },
        { text: 'one', editedAt: null },
      ],
    },
  })
  expect(await edit(mia, 'Treffen 08/05/2026 18-20 Uhr')).toMatchObject({ ok: true })
  expect(await edit(nora, 'Ruf uns an: 0176 12345678', own)).toMatchObject({ ok: true })
})

test('nobody edits or deletes what is not theirs, not there, or in another room', async () => {
  await using talk = await openTalk()
  const { club, mia, tom, edit, remove, postId } = talk
  for (const id of [postId, uuid()]) {
    expect(await edit(tom, 'mine', id)).toMatchObject({ status: 404, code: 'post_gone' })
    expect(await remove(tom, id)).toMatchObject({ code: 'post_gone' })
  }
  const elsewhere = await club.room({ slug: 'elsewhere' })
  await club.join(mia, elsewhere)
  const params = { slug: 'elsewhere', postId }
  expect(await club.call(mia, editPost, { params, body: { text: 'x' } })).toMatchObject({
    code: 'post_gone',
  })
  await club.db.run(sql`delete from room_members where user_id = ${mia.userId}`)
  expect(await edit(mia)).toMatchObject({ code: 'not_in_room' })
  // taking back what one said is possible from anywhere
  expect(await remove(mia)).toMatchObject({ ok: true })
  expect(await remove(mia)).toMatchObject({ code: 'post_gone' })
})

test('a deleted post keeps its number, shows nothing, and its words are nowhere any more', async () => {
  await using talk = await openTalk()
  const { club, mia, tom, post, list, remove, edit } = talk
  await post(tom, { text: 'two' })
  club.clock.advance({ hours: 2 })
  const later = { ...mia, ...(await club.session(mia)) }
  expect(await remove(later)).toMatchObject({ ok: true })
  expect(await edit(later)).toMatchObject({ code: 'post_gone' })
  expect(await list(await club.session(tom))).toMatchObject({
    answer: { posts: [{ number: 2 }], from: 1, to: 2 },
  })
  expect(await club.db.rows(sql`select number from posts where text = 'one'`)).toEqual([])
})

test('a browser learns which of its own posts the database has, removed ones too, and of nobody else’s', async () => {
  await using talk = await openTalk()
  const { club, mia, tom, postId, remove, post } = talk
  const second = await post(mia, { text: 'two' })
  const [lost, secondId] = [uuid(), second.ok ? second.answer.id : '']
  await remove(mia, secondId)
  const ask = (who: typeof mia, ids: string[]) => club.call(who, findStored, { body: { ids } })
  const { generation } = club.app.bus
  expect(generation).not.toBeNull()
  const asked = await ask(mia, [postId.toUpperCase(), secondId, lost])
  expect(asked).toMatchObject({ ok: true, answer: { generation } })
  expect(asked.ok && asked.answer.ids.toSorted()).toEqual([postId, secondId].toSorted())
  expect(await ask(tom, [postId])).toMatchObject({ answer: { ids: [] } })
  const tooMany = Array.from({ length: limits.postsKept + 1 }, () => uuid())
  expect(await ask(mia, tooMany)).toMatchObject({ code: 'invalid_input' })
})

test('both are known at once in every process, and tell open screens to compare', async () => {
  await using talk = await openTalk()
  const { club, mia, tom, edit, remove } = talk
  const second = await club.secondServer()
  const page = async () => {
    const read = await club.call(tom, listPosts, { params: lounge, query: {} }, { url: second.url })
    return read.ok ? read.answer.posts.map(({ text }) => text) : read.code
  }
  expect(await page()).toEqual(['one'])
  const stream = await club.follow(tom)
  await stream.next('ready')
  await edit(mia)
  await stream.next('ready')
  await expect.poll(page).toEqual(['eins'])
  await remove(mia)
  await stream.next('ready')
  await expect.poll(page).toEqual([])
})

test('of edits at once one is last, and a deletion is never undone by one', async () => {
  await using talk = await openTalk()
  const { mia, edit, remove, list } = talk
  await Promise.all([edit(mia, 'a'), edit(mia, 'b'), remove(mia), edit(mia, 'c')])
  expect(await list(mia)).toMatchObject({ answer: { posts: [] } })
})
