// Everything the club answers a member, found by the contract: a call that is added is asked as well.
import type { Endpoint } from '#contract/endpoint.ts'
import { getMember } from '#contract/members/profiles.ts'
import { listPosts } from '#contract/posts/posts.ts'
import { listReplies } from '#contract/posts/replies.ts'
import { findPeople } from '#contract/posts/naming.ts'
import { enterRoom } from '#contract/rooms/rooms.ts'
import { searchPosts } from '#contract/posts/search.ts'
import { listTableMessages, searchTables } from '#contract/tables/messages.ts'
import { getTable, listTables } from '#contract/tables/tables.ts'
import { listOwnWaves } from '#contract/posts/waves.ts'
import { routes } from '#server/routes.ts'
import { uuid } from '#testing/random.ts'
import type { Club, TestMember } from '#testing/club/club.ts'

/** Who asks, where, for what was said there, and about whom. */
export type Seeing = { club: Club; who: TestMember; slug: string; said: string; about?: string }

type RequestValues = Record<string, string | number>

/** Those that read; what one may know of whom one blocked, one's own list of that, is not among them. */
const readable = routes.flatMap(({ kind, call }) =>
  kind === 'call' &&
  call.method === 'GET' &&
  call.path !== '/api/blocks' &&
  !['moderator', 'admin'].includes(call.access)
    ? [call]
    : [],
)

/** The calls that are asked; `checks/visibility.test.ts` finds in the contract what is missing. */
export const readCalls: readonly Endpoint[] = [...readable, enterRoom]

/** What is asked of calls that want to know more than where. */
const queries = ({ said }: Seeing): Map<Endpoint, RequestValues[]> =>
  new Map<Endpoint, RequestValues[]>([
    [listPosts, [{}, { after: 0 }, { before: 1_000 }]],
    [findPeople, [{ starts: 'name' }]],
    [searchPosts, [{ words: said }]],
    [listOwnWaves, [{ from: 1, to: 100 }]],
    [searchTables, [{ words: said }]],
  ])

/** A path that names something else than these is none a list of members hides behind, or is told here. */
function pathOf({ path }: Endpoint, { slug, about = uuid() }: Seeing): RequestValues {
  const known: RequestValues = {
    slug,
    memberId: about,
    subscriptionId: uuid(),
    number: 'R-2000-000001',
  }
  return Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
      if (known[name] === undefined) throw new Error(`what is asked for at ${path}?`)
      return [name, known[name]]
    }),
  )
}

/** Each answer by its call. */
export async function answersSeen(seeing: Seeing): Promise<Map<string, unknown>> {
  const { club, who, about } = seeing
  const wanted = queries(seeing)
  const calls = readCalls.flatMap((call) => {
    if (call === getMember && !about) return []
    // of each post, and of each table, below
    if (call === listReplies || call.path.includes(':tableId')) return []
    const params = pathOf(call, seeing)
    return (wanted.get(call) ?? [{}]).map((query) => ({ call, request: { params, query } }))
  })
  const answers = await Promise.all(
    calls.map(async ({ call, request }) => {
      const got = await club.call(who, call, request as never)
      if (!got.ok && got.code !== 'PGRST116') throw new Error(`${call.path}: ${got.code}`)
      const { query } = request
      const name = `${call.method} ${call.path} ${JSON.stringify(query)}`
      return [name, got.ok ? got.answer : got.code] as const
    }),
  )
  return new Map([...answers, await repliesSeen(seeing), await messagesSeen(seeing)])
}

/** What answers each of the posts that are seen. */
async function repliesSeen({ club, who, slug }: Seeing): Promise<readonly [string, unknown]> {
  const page = await club.call(who, listPosts, { params: { slug }, query: {} })
  const posts = page.ok ? page.answer.posts : []
  const pages = posts.map(async ({ id: postId }) => {
    const got = await club.call(who, listReplies, { params: { slug, postId }, query: {} })
    return got.ok ? got.answer : got.code
  })
  return [`GET ${listReplies.path} {}`, await Promise.all(pages)]
}

/** What was said at each of their tables. */
async function messagesSeen({ club, who }: Seeing): Promise<readonly [string, unknown]> {
  const listed = await club.call(who, listTables, {})
  const tables = listed.ok ? listed.answer.tables : []
  const pages = tables.map(async ({ id: tableId }) => {
    const one = await club.call(who, getTable, { params: { tableId } })
    const got = await club.call(who, listTableMessages, { params: { tableId }, query: {} })
    return [one.ok ? one.answer : one.code, got.ok ? got.answer : got.code]
  })
  return [`GET ${listTableMessages.path} {}`, await Promise.all(pages)]
}

/** As one text; of `others` also what each one's page says, where there is one. */
export async function everythingSeen(
  seeing: Seeing,
  others: readonly { userId: string }[] = [],
): Promise<string> {
  const list = [...(await answersSeen(seeing)).values()]
  for (const { userId: about } of others)
    for (const call of readable.filter(({ path }) => path.includes(':memberId'))) {
      const request = { params: pathOf(call, { ...seeing, about }), query: {} }
      const got = await seeing.club.call(seeing.who, call, request as never)
      list.push(got.ok ? got.answer : got.code)
    }
  return JSON.stringify(list)
}
