import { expect, test } from 'vitest'
import { setHidden } from '#contract/content-rules/contentRules.ts'
import { deletePost } from '#contract/posts/ownPosts.ts'
import { listPosts } from '#contract/posts/posts.ts'
import { blockMember, unblockMember } from '#contract/members/blocks.ts'
import { hidePost, showAllPosts, showPost } from '#contract/members/hiding.ts'
import { sql } from '#server/platform/database/database.ts'
import type { TestMember } from '#testing/club/club.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import { uuid } from '#testing/random.ts'

/** Mia with a tab at each of two servers, Ben and Cleo with one; each has said something. */
async function threeTalking() {
  const salon = await openLounge()
  const { club } = salon
  const second = await club.secondServer()
  const [mia, ben, cleo] = [await salon.guest(), await salon.guest(), await salon.guest()]
  const ids: string[] = []
  for (const [who, text] of [
    [mia, 'from mia'],
    [ben, 'from ben'],
    [cleo, 'from cleo'],
  ] as const) {
    const posted = await salon.post(who, { text })
    if (posted.ok) ids.push(posted.answer.id)
  }
  const tab = async (who: TestMember, url: string) => {
    const line = await club.follow(who, url)
    await line.next('ready')
    return { who, url, line, received: 1 }
  }
  const tabs = {
    mias: await tab(mia, club.url),
    mias2: await tab(mia, second.url),
    bens: await tab(ben, second.url),
    cleos: await tab(cleo, club.url),
  }
  type Tab = (typeof tabs)['mias']
  const readies = ({ line }: Tab) => line.events.filter(({ type }) => type === 'ready').length
  const read = async ({ who, url }: Tab) => {
    const asked = { params: { slug: 'lounge' }, query: {} }
    const page = await club.call(who, listPosts, asked, { url })
    if (!page.ok) throw new Error(page.code)
    return page.answer.posts.map(({ text }) => text)
  }
  return {
    ...tabs,
    ids,
    call: club.call,
    memberOf: (one: TestMember) => ({ params: { memberId: one.userId } }),
    /** Does something, after which some tabs are told to read the room again, and then show this. */
    async after(act: () => Promise<unknown>, told: Map<Tab, string[]>) {
      const before = Object.values(tabs).map((one) => [one, readies(one)] as const)
      await act()
      for (const [one, texts] of told) {
        await expect
          .poll(() => readies(one) - before.find(([tab]) => tab === one)![1], {
            interval: 10,
          })
          .toBeGreaterThan(0)
        expect(await read(one)).toEqual(texts)
      }
      for (const [one, count] of before) if (!told.has(one)) expect(readies(one)).toBe(count)
    },
    [Symbol.asyncDispose]: () => salon[Symbol.asyncDispose](),
  }
}

const EVERYBODY = ['from cleo', 'from ben', 'from mia']

test('who is no longer blocked, and who blocked, are told to read the room again, and nobody else', async () => {
  await using talk = await threeTalking()
  const { mias, mias2, bens, call, memberOf, after } = talk
  const mia = mias.who
  await after(
    () => call(mia, blockMember, memberOf(bens.who)),
    new Map([
      [mias, ['from cleo', 'from mia']],
      [mias2, ['from cleo', 'from mia']],
      [bens, ['from cleo', 'from ben']],
    ]),
  )
  await after(
    () => call(mia, unblockMember, memberOf(bens.who)),
    new Map([mias, mias2, bens].map((one) => [one, EVERYBODY])),
  )
})

test('as long as the other still blocks, the one hears what they hear of any change and sees nothing more', async () => {
  await using talk = await threeTalking()
  const { mias, mias2, bens, call, memberOf, after } = talk
  const [mia, ben] = [mias.who, bens.who]
  await call(mia, blockMember, memberOf(ben))
  await call(ben, blockMember, memberOf(mia))
  await after(
    () => call(mia, unblockMember, memberOf(ben)),
    new Map([
      [mias, ['from cleo', 'from mia']],
      [mias2, ['from cleo', 'from mia']],
      [bens, ['from cleo', 'from ben']],
    ]),
  )
})

test('what somebody put away comes back in each of their tabs, and no one else is told', async () => {
  await using talk = await threeTalking()
  const { mias, mias2, ids, call, after } = talk
  const postId = ids[1]!
  const hide = () => call(mias.who, hidePost, { params: { postId } })
  const both = (texts: string[]) => new Map([mias, mias2].map((one) => [one, texts]))
  await after(hide, both(['from cleo', 'from mia']))
  await after(() => call(mias.who, showPost, { params: { postId } }), both(EVERYBODY))
  await after(hide, both(['from cleo', 'from mia']))
  await after(() => call(mias.who, showAllPosts, {}), both(EVERYBODY))
})

test('who hid and shows themselves again is back in every open room', async () => {
  await using talk = await threeTalking()
  const { mias, mias2, bens, cleos, call, after } = talk
  const hide = (isHidden: boolean) => call(mias.who, setHidden, { body: { isHidden } })
  const all = (texts: string[]) => new Map([mias, mias2, bens, cleos].map((one) => [one, texts]))
  await after(() => hide(true), all(['from cleo', 'from ben']))
  await after(() => hide(false), all(EVERYBODY))
})

test('who takes back many posts at once has nobody read the room again for each of them', async () => {
  const salon = await openLounge()
  const { club } = salon
  const [mia, ben] = [await salon.guest(), await salon.guest()]
  const ids = Array.from({ length: 100 }, () => uuid())
  await club.db.run(sql`
    insert into posts (id, room_id, user_id, text, number, created_at)
    select id, (select id from rooms where slug = 'lounge'), ${mia.userId}, 'from mia', at, now()
    from unnest(${ids}::uuid[]) with ordinality as given (id, at)`)
  await club.db.run(sql`update rooms set last_number = ${ids.length} where slug = 'lounge'`)
  const stream = await club.follow(ben)
  await stream.next('ready')
  const readies = () => stream.events.filter(({ type }) => type === 'ready').length
  const params = { slug: 'lounge' }
  const gone = await Promise.all(
    ids.map((postId) => club.call(mia, deletePost, { params: { ...params, postId } })),
  )
  expect(gone.every(({ ok }) => ok)).toBe(true)
  // the first at once, and the rest once they are over
  await expect.poll(readies).toBeGreaterThan(2)
  expect(readies()).toBeLessThan(ids.length / 2)
  const page = await club.call(ben, listPosts, { params, query: {} })
  expect(page).toMatchObject({ answer: { posts: [] } })
})
