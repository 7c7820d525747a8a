// Who may do what with posts beside reading and writing them.
import { getQuestion, listAnswers } from '#contract/posts/posts.ts'
import { findPeople } from '#contract/posts/naming.ts'
import { listReplies } from '#contract/posts/replies.ts'
import { deletePost, editPost } from '#contract/posts/ownPosts.ts'
import { sql } from '#server/platform/database/database.ts'
import { uuid } from '#testing/random.ts'
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
