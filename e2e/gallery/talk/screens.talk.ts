import type { AnswerOf } from '#contract/endpoint.ts'
import type { listPosts, Post } from '#contract/posts/posts.ts'
import type { listReplies } from '#contract/posts/replies.ts'
import { now } from '#testing/random.ts'
import { expect } from '../../club/journey.ts'
import {
  alert,
  answering,
  dialog,
  main,
  press,
  refusing,
  replaceAnswer,
  steps,
  withholdAnswer,
} from '../screens.acts.ts'
import type { Screen, GalleryStage } from '../screens.ts'

const PAGE = /\/api\/rooms\/[^/]+\/posts(\?|$)/
const ANSWERS = /\/api\/rooms\/[^/]+\/answers/
const REPLIES = /\/api\/rooms\/[^/]+\/posts\/[^/]+\/replies/
const WAVES = /\/api\/rooms\/[^/]+\/waves/
const OLD = /\/api\/rooms\/[^/]+\/posts\?before=/
const room = { as: 'member', mixed: 'en', path: '/room/:slug' } as const
const longAgo = { ...room, path: '/room/:full#post-4' } as const
const OWN = /^(Edit or delete|Deinen Beitrag)/
const LONG_NAME = 'Benedikt von und zu Hohenlohe-Langenburg'

/** The newest two posts answer others, one of which is gone; one was edited, one is of the team. */
const quoting = answering<{ posts: Post[] }>(PAGE, (page) => {
  const [first, second, third] = page.posts
  if (!first || !second || !third) return page
  const mention = { id: third.author.id, username: LONG_NAME, name: 'Benedikt' }
  const quote = {
    id: third.id,
    number: third.number,
    author: { id: third.author.id, username: LONG_NAME },
    line: third.text.split('\n', 1)[0]!,
    mentions: [],
  }
  const gone = { ...quote, id: null, author: null, line: null }
  const text = `@Benedikt, das sehe ich auch so. ${second.text}`.slice(0, 240)
  const posts: Post[] = [
    { ...first, reply: quote, editedAt: first.createdAt },
    {
      ...second,
      reply: gone,
      text,
      mentions: [mention],
      author: { ...second.author, role: 'admin' },
    },
    ...page.posts.slice(2),
  ]
  return { ...page, posts }
})

const nameOf = (at: number) => [LONG_NAME, 'Nora', 'Ben'][at % 3]!
const idOf = (at: number) => `018f0000-0000-7000-8000-0000000000${10 + at}`

/** The second post from above was answered a dozen times, by three. */
const answeredOften = answering<{ posts: Post[] }>(PAGE, (page) => {
  const replies = Array.from({ length: 12 }, (_, at) => ({
    id: idOf(at),
    number: 1_000 + at,
    author: { id: idOf(20 + (at % 3)), username: nameOf(at), portrait: null },
  }))
  return { ...page, posts: page.posts.map((one, at) => (at === 1 ? { ...one, replies } : one)) }
})
const replies: AnswerOf<typeof listReplies> = {
  posts: ['Am Fenster ist noch Platz.', `${'Donaudampfschifffahrt'.repeat(4)}!`, 'Ich\nauch.'].map(
    (text, at) => ({
      id: idOf(at),
      number: 1_000 + at,
      text,
      createdAt: '2026-11-20T18:05:00.000Z',
      editedAt: null,
      author: {
        id: idOf(20 + at),
        username: nameOf(at),
        city: null,
        isVerified: false,
        portrait: null,
        role: null,
      },
      icebreakerId: null,
      reply: null,
      mentions: [],
    }),
  ),
  after: 1_002,
}

/** As if one had waved at everybody, and everybody had answered it. */
const mutual = ({ page }: GalleryStage) =>
  page.route(WAVES, async (route) => {
    const { searchParams } = new URL(route.request().url())
    const from = Number(searchParams.get('from'))
    const numbers = Array.from({ length: 100 }, (_, at) => from + at)
    await route.fulfill({ json: { numbers, mutual: numbers } })
  })

const post = ({ club, mia, slug }: GalleryStage) =>
  club.post(mia, slug, 'Ich bin gleich wieder da.')

/** All of it a quarter of an hour older, less the minute in which editing begins. */
const nearlyTooOld = answering<{ posts: Post[] }>(PAGE, ({ posts, ...page }) => ({
  ...page,
  posts: posts.map((one) => ({
    ...one,
    createdAt: new Date(Date.parse(one.createdAt) - 14 * 60_000).toISOString(),
  })),
}))

const people = replaceAnswer(/\/api\/rooms\/[^/]+\/people/, {
  people: [LONG_NAME, 'Berta', 'Bettina', 'Beate'].map((username, at) => ({
    id: `018f0000-0000-7000-8000-00000000000${at}`,
    username,
  })),
})
const openMenu = steps(talk, press(OWN), dialog)
const menu = steps(talk, own, openMenu)
const within = (name: RegExp) => (stage: GalleryStage) =>
  stage.page.getByRole('dialog').getByRole('button', { name }).click()
const answers = steps(talk, press(/^(Read answers|Antworten lesen)$/), dialog)

/** What members do with posts: answer, name, put right, take back, look up. */
export const talkScreens: Screen[] = [
  { ...room, name: 'room, quotes', shows: 'main article', before: quoting, prepare: talk },
  { ...room, name: 'room, an answered post', before: answeredOften, prepare: hinted },
  {
    ...room,
    name: 'room, replies to a post',
    before: steps(answeredOften, replaceAnswer(REPLIES, replies)),
    prepare: steps(thread, async ({ page }) => {
      await expect(page.getByText('Am Fenster ist noch Platz.')).toBeVisible()
    }),
  },
  {
    ...room,
    name: 'room, replying among the replies',
    before: steps(answeredOften, replaceAnswer(REPLIES, replies)),
    prepare: steps(thread, async ({ page }) => {
      const reply = page.getByRole('button', { name: /^(Reply to Nora|Nora antworten)$/ })
      await reply.last().click()
      await expect(page.getByRole('textbox').and(page.locator(':focus'))).toBeVisible()
    }),
  },
  {
    ...room,
    name: 'room, no replies any more',
    before: steps(answeredOften, replaceAnswer(REPLIES, { posts: [], after: null })),
    prepare: steps(thread, async ({ page }) => {
      await expect(page.getByText(/^(Nobody has replied|Noch hat niemand)/)).toBeVisible()
    }),
  },
  {
    ...room,
    name: 'room, replies loading',
    isWaiting: true,
    before: steps(answeredOften, withholdAnswer(REPLIES)),
    prepare: thread,
  },
  {
    ...room,
    name: 'room, replies refused',
    before: steps(answeredOften, refusing(REPLIES, 404, 'post_gone')),
    prepare: steps(thread, alert),
  },
  { ...room, name: 'room, waved at each other', before: mutual, prepare: steps(talk, met) },
  { ...room, name: 'room, replying', prepare: steps(talk, reply) },
  { ...room, name: 'room, naming somebody', before: people, prepare: steps(talk, name) },
  { ...room, name: 'room, the menu of one’s own post', prepare: menu },
  { ...room, name: 'room, editing', prepare: steps(menu, within(/^(Edit|Bearbeiten)$/)) },
  {
    ...room,
    name: 'room, an edit refused',
    before: steps(
      refusing(/\/posts\/[^/]+$/, 409, 'edit_too_late', { method: 'PUT' }),
      post,
      nearlyTooOld,
    ),
    prepare: steps(openMenu, within(/^(Edit|Bearbeiten)$/), within(/^(Save|Speichern)$/), refused),
  },
  { ...room, name: 'room, deleting', prepare: steps(menu, within(/^(Delete|Löschen)$/)) },
  { ...room, name: 'room, today’s answers', before: answered, prepare: answers },
  {
    ...room,
    name: 'room, no answers today',
    before: replaceAnswer(ANSWERS, { icebreaker: null, posts: [], before: null }),
    prepare: answers,
  },
  {
    ...room,
    name: 'room, answers loading',
    isWaiting: true,
    before: withholdAnswer(ANSWERS),
    prepare: answers,
  },
  {
    ...room,
    name: 'room, answers refused',
    before: refusing(ANSWERS, 403, 'not_in_room'),
    prepare: steps(answers, refused),
  },
  {
    ...longAgo,
    name: 'room, a post of long ago',
    shows: 'main article:focus',
    before: talkedSince,
    prepare: found,
  },
  {
    ...longAgo,
    name: 'room, a post of long ago loading',
    isWaiting: true,
    before: steps(talkedSince, withholdAnswer(OLD)),
    prepare: passage,
  },
  {
    ...longAgo,
    name: 'room, a post of long ago failed',
    before: steps(talkedSince, refusing(OLD, 503, 'unavailable')),
    prepare: steps(passage, alert),
  },
]

/** As if the talk had gone on for a thousand posts since what is to be found was said. */
async function talkedSince({ page }: GalleryStage): Promise<void> {
  const later = (number: number) => number + 1_000
  await page.route(PAGE, async (route) => {
    const url = new URL(route.request().url())
    const isOld = url.searchParams.has('before')
    if (!isOld) url.search = ''
    const response = await route.fetch({ url: url.href })
    const { posts, from, to, latest } = (await response.json()) as AnswerOf<typeof listPosts>
    const since = posts.map((one) => ({ ...one, number: later(one.number) }))
    const json = isOld
      ? { posts, from, to, latest: later(latest) }
      : { posts: since, from: later(from), to: later(to), latest: later(latest) }
    await route.fulfill({ response, json })
  })
}

async function passage({ page }: GalleryStage): Promise<void> {
  const name = /^(To the newest|Zu den neuesten)$/
  await expect(main(page).getByRole('button', { name })).toBeVisible()
}

async function found(stage: GalleryStage): Promise<void> {
  await passage(stage)
  await expect(main(stage.page).locator('article[data-found]')).toBeFocused()
}

async function talk({ page }: GalleryStage): Promise<void> {
  await expect(main(page).getByRole('article').first()).toBeVisible()
}

async function hinted({ page }: GalleryStage): Promise<void> {
  await expect(main(page).locator('[data-thread]').first()).toBeVisible()
}

/** In the third column, or on a smaller screen in a window. */
async function thread(stage: GalleryStage): Promise<void> {
  await hinted(stage)
  await main(stage.page).locator('[data-thread]').first().click()
  const title = stage.page.getByRole('heading', { name: /^(Replies to|Antworten an) / })
  await expect(title).toBeVisible()
}

async function met({ page }: GalleryStage): Promise<void> {
  const pair = page.getByRole('button', { name: /^(You waved at each other|Ihr habt euch)/ })
  await expect(pair.first().locator('[data-size]').first()).toBeVisible()
}

async function refused({ page }: GalleryStage): Promise<void> {
  await expect(page.getByRole('dialog').getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
}

/** A post of one's own that can still be changed. */
async function own(stage: GalleryStage): Promise<void> {
  await post(stage)
  await expect(main(stage.page).getByRole('button', { name: OWN }).first()).toBeVisible()
}

async function reply({ page }: GalleryStage): Promise<void> {
  // one's own have none
  await main(page)
    .getByRole('button', { name: /^Reply to |antworten$/i })
    .first()
    .click()
  // at a desk below the post, on a phone where everything is written
  await expect(main(page).getByRole('textbox').and(page.locator(':focus'))).toBeVisible()
}

async function name({ page }: GalleryStage): Promise<void> {
  await main(page).getByRole('textbox').focus()
  await page.keyboard.type('Guten Abend @Be')
  await expect(page.getByRole('option').first()).toBeVisible()
}

async function answered(stage: GalleryStage): Promise<void> {
  const author = { id: '018f0000-0000-7000-8000-000000000001', city: null, isVerified: true }
  const post = (number: number, username: string, text: string) => ({
    id: `018f0000-0000-7000-8000-00000000000${number}`,
    number,
    text,
    createdAt: now().toISOString(),
    editedAt: null,
    author: { ...author, username, portrait: null, role: null },
    icebreakerId: author.id,
    reply: null,
    mentions: [],
  })
  const question = {
    de: 'Was kannst du überraschend gut?',
    en: 'What are you surprisingly good at?',
  }
  const posts = [
    post(2, stage.mia.username, 'Pfannkuchen wenden.'),
    post(1, LONG_NAME, 'Zuhören.\nUnd Akkordeon.'),
  ]
  const icebreaker = { id: author.id, question }
  await answering(/\/entries$/, (entry: object) => ({ ...entry, icebreaker }))(stage)
  await replaceAnswer(ANSWERS, { icebreaker, posts, before: 1 })(stage)
}
