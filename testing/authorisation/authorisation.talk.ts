// What everybody's well-formed request gets about posts beside reading and writing them, about who is where, reading and searching, and the club's pace.
import * as pacing from '#contract/content-rules/contentRules.ts'
import { getQuestion, listAnswers } from '#contract/posts/posts.ts'
import { findStored } from '#contract/posts/storedPosts.ts'
import { findPeople } from '#contract/posts/naming.ts'
import { listReplies } from '#contract/posts/replies.ts'
import { deletePost, editPost } from '#contract/posts/ownPosts.ts'
import * as search from '#contract/posts/search.ts'
import * as ownPresence from '#contract/rooms/ownPresence.ts'
import * as presence from '#contract/rooms/presence.ts'
import * as reading from '#contract/rooms/unread.ts'
import { sql } from '#server/platform/database/database.ts'
import { uuid, letters } from '#testing/random.ts'
import {
  insiders,
  inRoom,
  noRequest,
  row,
  type AccessRow,
  type AccessScene,
} from './authorisation.access.ts'

/** A post of the caller, in the room. */
async function ownPost(scene: AccessScene) {
  const { club, who } = scene
  const { params } = inRoom(scene)
  const postId = uuid()
  const userId = who.userId || (await club.member()).userId
  await club.db.run(sql`
    with room as (update rooms set last_number = last_number + 1 where slug = ${params.slug}
      returning id, last_number)
    insert into posts (id, room_id, number, user_id, text, created_at)
    select ${postId}, id, last_number, ${userId}, 'good evening', ${club.app.now().toISOString()}
    from room`)
  return { params: { ...params, postId } }
}

export const talkRows: AccessRow[] = [
  row(findStored, () => ({ body: { ids: [uuid()] } })),
  row(editPost, async (scene) => ({ ...(await ownPost(scene)), body: { text: 'good morning' } }), {
    ...insiders,
    overdue: 'terms_due',
  }),
  row(deletePost, async (scene) => ({
    params: { postId: (await ownPost(scene)).params.postId },
  })),
  row(findPeople, (scene) => ({ ...inRoom(scene), query: { starts: 'm' } }), insiders),
  row(listAnswers, (scene) => ({ ...inRoom(scene), query: {} }), insiders),
  row(getQuestion, noRequest),
  row(listReplies, async (scene) => ({ ...(await ownPost(scene)), query: {} }), insiders),
]

export const presenceRows: AccessRow[] = [
  row(presence.setPlaces, ({ room: { slug } }) => ({ body: { line: uuid(), rooms: [slug] } })),
  row(presence.listPresent, inRoom, insiders),
  row(presence.tellWriting, inRoom, insiders),
  row(ownPresence.getPresence, noRequest),
  row(ownPresence.setPresence, () => ({ body: { isShared: false } })),
  row(reading.markRead, (scene) => ({ ...inRoom(scene), body: { number: 1 } }), insiders),
  row(reading.listUnread, () => ({ query: { each: 5 } })),
  row(reading.listLastWords, noRequest),
  row(search.searchPosts, () => ({ query: { words: 'evening' } }), {
    waiting: 'not_admitted',
    unasked: 'consent_required',
  }),
]

export const pacingRows: AccessRow[] = [
  row(pacing.getPace, inRoom, insiders),
  row(pacing.setHidden, () => ({ body: { isHidden: true } })),
  row(pacing.listWords, noRequest),
  row(pacing.addWord, () => ({ body: { word: `wort${letters(16)}` } })),
  row(pacing.removeWord, async ({ club }) => {
    const wordId = uuid()
    // a fuzz asks for this a thousand times, and the list has a limit
    await club.db.run(sql`
      delete from blocked_words
      where id in (select id from blocked_words order by added_at desc offset 100)`)
    await club.db.run(sql`
      insert into blocked_words values (${wordId}, ${`wort${wordId.slice(0, 8)}`}, now())`)
    return { params: { wordId } }
  }),
]
