// Who may do what with posts beside reading and writing them.
import { getQuestion, listAnswers } from '#contract/posts/posts.ts'
import { findPeople } from '#contract/posts/naming.ts'
import { listReplies } from '#contract/posts/replies.ts'
import { deletePost, editPost } from '#contract/posts/ownPosts.ts'
import { sql } from '#server/platform/database/database.ts'
import { uuid } from '#testing/random.ts'
import { inRoom, noRequest, row, type AccessRow, type AccessScene } from './authorisation.access.ts'

const inside = {
  waiting: 'not_admitted',
  unasked: 'consent_required',
  outside: 'not_in_room',
  moderator: 'not_in_room',
  admin: 'not_in_room',
} as const

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
    ...inside,
    overdue: 'terms_due',
  }),
  row(deletePost, async (scene) => ({
    params: { postId: (await ownPost(scene)).params.postId },
  })),
  row(findPeople, (scene) => ({ ...inRoom(scene), query: { starts: 'm' } }), inside),
  row(listAnswers, (scene) => ({ ...inRoom(scene), query: {} }), inside),
  row(getQuestion, noRequest),
  row(listReplies, async (scene) => ({ ...(await ownPost(scene)), query: {} }), inside),
]
