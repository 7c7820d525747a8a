// Everything the club answers somebody of others without being asked about one of them by name.
import { listBell } from '#contract/bell.ts'
import { findPeople, listAnswers, listPosts } from '#contract/posts.ts'
import { listPresent } from '#contract/presence.ts'
import { listReports } from '#contract/reports.ts'
import { enterRoom, listRooms } from '#contract/rooms.ts'
import { searchPosts } from '#contract/search.ts'
import { listWaves } from '#contract/waves.ts'
import type { Club, TestMember } from './club.ts'

export type Seeing = { club: Club; who: TestMember; slug: string; said: string }

/** As one text. What one may know of whom one blocked, one's own list of that, is not in it. */
export async function everythingSeen({ club, who, slug, said }: Seeing): Promise<string> {
  const params = { slug }
  const answers = await Promise.all([
    club.call(who, listRooms, {}),
    club.call(who, enterRoom, { params }),
    club.call(who, listPosts, { params, query: {} }),
    club.call(who, listPosts, { params, query: { after: 0 } }),
    club.call(who, listPosts, { params, query: { before: 1_000 } }),
    club.call(who, listAnswers, { params, query: {} }),
    club.call(who, findPeople, { params, query: { starts: 'name' } }),
    club.call(who, listPresent, { params }),
    club.call(who, listBell, { query: {} }),
    club.call(who, listWaves, { query: {} }),
    club.call(who, listReports, { query: {} }),
    club.call(who, searchPosts, { query: { words: said } }),
  ])
  for (const answer of answers) if (!answer.ok) throw new Error(answer.code)
  return JSON.stringify(answers.map((answer) => ('answer' in answer ? answer.answer : null)))
}
