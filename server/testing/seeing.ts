// Everything the club answers somebody of others without being asked about one of them by name.
import { listPosts } from '#contract/posts.ts'
import { listRooms } from '#contract/rooms.ts'
import type { Club, TestMember } from './club.ts'

export type Seeing = { club: Club; who: TestMember; slug: string }

/** As one text. What one may know of whom one blocked, one's own list of that, is not in it. */
export async function everythingSeen({ club, who, slug }: Seeing): Promise<string> {
  const params = { slug }
  const answers = await Promise.all([
    club.call(who, listRooms, {}),
    club.call(who, listPosts, { params, query: {} }),
    club.call(who, listPosts, { params, query: { after: 0 } }),
    club.call(who, listPosts, { params, query: { before: 1_000 } }),
  ])
  for (const answer of answers) if (!answer.ok) throw new Error(answer.code)
  return JSON.stringify(answers.map((answer) => ('answer' in answer ? answer.answer : null)))
}
