// Everything the club answers somebody of others without being asked about one of them by name.
import { listBell } from '#contract/bell.ts'
import type { Endpoint, RequestOf } from '#contract/endpoint.ts'
import { listInvitations } from '#contract/invites.ts'
import { findPeople, listAnswers, listPosts } from '#contract/posts.ts'
import { listPresent } from '#contract/presence.ts'
import { listReports } from '#contract/reports.ts'
import { enterRoom, listRooms } from '#contract/rooms.ts'
import { searchPosts } from '#contract/search.ts'
import { listWaves } from '#contract/waves.ts'
import type { Club, TestMember } from './club.ts'

export type Seeing = { club: Club; who: TestMember; slug: string; said: string }

type Ask = (seeing: Seeing) => ReturnType<Club['call']>
const asking = <E extends Endpoint>(call: E, ask: (seeing: Seeing) => RequestOf<E>) => ({
  call: call as Endpoint,
  ask: (({ club, who, ...at }) => club.call(who, call, ask({ club, who, ...at }))) as Ask,
})
const inRoom = ({ slug }: Seeing) => ({ params: { slug } })

/** The lists there are; `checks/sight.test.ts` finds in the contract what is missing. */
export const lists = [
  asking(listRooms, () => ({})),
  asking(enterRoom, inRoom),
  asking(listPosts, (seeing) => ({ ...inRoom(seeing), query: {} })),
  asking(listPosts, (seeing) => ({ ...inRoom(seeing), query: { after: 0 } })),
  asking(listPosts, (seeing) => ({ ...inRoom(seeing), query: { before: 1_000 } })),
  asking(listAnswers, (seeing) => ({ ...inRoom(seeing), query: {} })),
  asking(findPeople, (seeing) => ({ ...inRoom(seeing), query: { starts: 'name' } })),
  asking(listPresent, inRoom),
  asking(listBell, () => ({ query: {} })),
  asking(listWaves, () => ({ query: {} })),
  asking(listReports, () => ({ query: {} })),
  asking(listInvitations, () => ({})),
  asking(searchPosts, ({ said }) => ({ query: { words: said } })),
]

/** As one text. What one may know of whom one blocked, one's own list of that, is not in it. */
export async function everythingSeen(seeing: Seeing): Promise<string> {
  const answers = await Promise.all(lists.map(({ ask }) => ask(seeing)))
  for (const answer of answers) if (!answer.ok) throw new Error(answer.code)
  return JSON.stringify(answers.map((answer) => ('answer' in answer ? answer.answer : null)))
}
