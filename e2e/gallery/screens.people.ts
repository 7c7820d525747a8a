import type { AnswerOf } from '#contract/endpoint.ts'
import type { getTogether, KnownPerson, listPeople } from '#contract/posts/people.ts'
import type { getQuestion, Post } from '#contract/posts/posts.ts'
import type { listLastWords, listUnread } from '#contract/rooms/unread.ts'
import { expect } from '../club/journey.ts'
import {
  alert,
  answering,
  main,
  press,
  refusing,
  replaceAnswer,
  steps,
  withholdAnswer,
} from './screens.acts.ts'
import type { GalleryStage, Screen } from './screens.ts'

const PEOPLE = /\/api\/people(\?.*)?$/
const TOGETHER = /\/api\/members\/[^/]+\/together$/
const AT = '2026-11-20T18:05:00.000Z'
const people = { as: 'member', mixed: 'en', path: '/people' } as const

const idOf = (at: number) => `018f0000-0000-7000-8000-0000000000${String(at).padStart(2, '0')}`
const LONG = 'Benedikt von und zu Hohenlohe-Langenburg'
const person = (at: number, username: string, more: Partial<KnownPerson> = {}): KnownPerson => ({
  id: idOf(at),
  username,
  city: 'Kiel',
  isVerified: at % 2 === 0,
  portrait: null,
  last: {
    kind: 'reply',
    isOwn: at % 2 === 1,
    at: AT,
    post: {
      room: 'tresen',
      roomName: 'Am Tresen',
      number: 7,
      text: 'Im Sessel, am Fenster, mit Blick auf die Straße und einem zweiten Glas. '.repeat(2),
    },
  },
  isMutual: false,
  isWaveOwed: false,
  ...more,
})
const { last } = person(0, '')
const known: AnswerOf<typeof listPeople> = {
  people: [
    person(11, 'Priya'),
    person(12, LONG, { isWaveOwed: true, last: { ...last, kind: 'wave', isOwn: false } }),
    person(13, 'Samir', { last: { ...last, kind: 'mention', isOwn: false }, city: null }),
    person(14, 'Nora', { isMutual: true, last: { ...last, kind: 'wave', isOwn: true } }),
    person(15, 'donaudampfschifffahrtsgesellschaftskapitaen'),
  ],
  next: 'more',
}
const none: AnswerOf<typeof listPeople> = { people: [], next: null }

const tresen = { slug: 'tresen', name: 'Am Tresen' }
const said = (number: number, text: string) => ({
  room: tresen,
  post: { id: idOf(number), number, text, createdAt: AT },
})
const together: AnswerOf<typeof getTogether> = {
  answers: [
    {
      ...said(31, 'Eine Tram voller Leute, die auf einmal still wird.'),
      question: {
        de: 'Welche Kleinigkeit hat dir diese Woche den Tag gerettet?',
        en: 'What small thing saved your day this week?',
      },
    },
  ],
  posts: [
    said(32, 'Guten Abend zusammen.'),
    said(33, 'donaudampfschifffahrt'.repeat(9)),
    said(34, 'Am Fenster ist noch Platz.'),
  ],
  rooms: [
    { ...tresen, icon: 'glass' },
    { slug: 'salon', name: 'Salon', icon: 'armchair' },
  ],
  between: { wavedAt: AT, wavedBackAt: AT, replies: 4 },
}

/** What a member's page tells of the two. */
export const meeting = (more: Partial<typeof together> = {}) =>
  replaceAnswer(TOGETHER, { ...together, ...more })
/** Of somebody one has nothing to do with yet. */
export const strangers = meeting({
  answers: [],
  posts: [],
  rooms: [],
  between: { wavedAt: null, wavedBackAt: null, replies: 0 },
})

const finding = ({ page }: GalleryStage) => main(page).getByRole('searchbox').fill('x')

const NEWS = /\/api\/rooms\/unread\?/
const author = {
  id: idOf(21),
  username: LONG,
  city: null,
  isVerified: false,
  portrait: null,
  role: null,
}
const post = (number: number, more: Partial<Post> = {}): Post => ({
  ...said(number, 'Im Sessel, am Fenster, mit Blick auf die Straße.').post,
  editedAt: null,
  author,
  icebreakerId: null,
  reply: null,
  mentions: [],
  ...more,
})
const quoted = { id: idOf(40), number: 40, author, line: 'Wo sitzt du?', mentions: [] }
const missed: AnswerOf<typeof listUnread> = {
  rooms: [
    {
      ...tresen,
      icon: 'glass',
      unread: 27,
      latest: 67,
      posts: [post(41), post(42, { reply: quoted, text: 'donaudampfschifffahrt'.repeat(9) })],
    },
    { slug: 'salon', name: 'Salon', icon: 'armchair', unread: 1, latest: 9, posts: [post(43)] },
  ],
}
const news = { ...people, path: '/rooms?view=news' } as const

const evening = { ...people, path: '/rooms' } as const
const QUESTION = /\/api\/rooms\/question$/
const LAST_WORDS = /\/api\/rooms\/last-words$/
const asked: AnswerOf<typeof getQuestion> = {
  icebreaker: {
    id: idOf(70),
    question: {
      de: 'Welche Kleinigkeit hat dir diese Woche den Tag gerettet?',
      en: 'What small thing saved your day this week?',
    },
  },
  answers: [
    { room: tresen, post: post(51) },
    { room: tresen, post: post(52, { text: 'donaudampfschifffahrt'.repeat(9) }) },
    { room: tresen, post: post(53, { author: { ...author, username: 'Mia' }, text: 'Tee.' }) },
  ],
  lastRoom: null,
}
const question = ({ page }: GalleryStage) =>
  expect(main(page).getByRole('region', { name: /^(Icebreaker of|Eisbrecher des)/ })).toBeVisible()
const box = ({ page }: GalleryStage) => expect(main(page).getByRole('textbox')).toBeFocused()

/** What was missed, and whom one knows from here. */
export const peopleScreens: Screen[] = [
  { ...news, name: 'rooms, what is new', isLong: true, before: replaceAnswer(NEWS, missed) },
  {
    ...news,
    name: 'rooms, answering what is new',
    isLong: true,
    before: replaceAnswer(NEWS, missed),
    prepare: steps(press(/^(Reply to|Benedikt.* antworten)/), box),
  },
  {
    ...evening,
    name: 'rooms, the question of the day',
    isLong: true,
    before: replaceAnswer(QUESTION, asked),
    prepare: question,
  },
  {
    ...evening,
    name: 'rooms, the question not answered yet',
    before: replaceAnswer(QUESTION, { ...asked, answers: [] }),
    prepare: question,
  },
  {
    ...evening,
    name: 'rooms, answering the question',
    isLong: true,
    before: replaceAnswer(QUESTION, asked),
    prepare: steps(question, press(/^(Join in|Mitreden)$/), box),
  },
  {
    ...evening,
    name: 'rooms, the rail in the evening',
    before: answering<AnswerOf<typeof listLastWords>>(LAST_WORDS, ({ rooms }) => ({
      rooms: rooms.map((room) => ({
        ...room,
        here: 3,
        last: { author, at: AT, text: 'Im Sessel, am Fenster, mit Blick auf die Straße.' },
      })),
    })),
    prepare: async ({ page, slug }) => {
      await page.keyboard.press('Shift')
      // last words are drawn from 105rem on; who is there, at any width
      const isWide = await page.evaluate(() => matchMedia('(width >= 105rem)').matches)
      const row = page.locator(`nav a[href="/room/${slug}"]`)
      await expect(row).toContainText(isWide ? 'Im Sessel' : '3')
    },
  },
  {
    ...evening,
    name: 'rooms, the rail folded',
    prepare: async ({ page }) => {
      // where it is narrow there is nothing to fold
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.getByRole('button', { name: /^(Fold the rail|Leiste einklappen)$/ }).click()
      await expect(page.getByRole('button', { name: /^(Unfold|Leiste ausklappen)/ })).toBeFocused()
    },
  },
  { ...news, name: 'rooms, nothing new', before: replaceAnswer(NEWS, { rooms: [] }) },
  { ...news, name: 'rooms, what is new on its way', isWaiting: true, before: withholdAnswer(NEWS) },
  {
    ...news,
    name: 'rooms, what is new unknown',
    before: refusing(NEWS, 503, 'unavailable'),
    prepare: alert,
  },
  { ...people, name: 'people', before: replaceAnswer(PEOPLE, known) },
  { ...people, name: 'people, nobody yet', before: replaceAnswer(PEOPLE, none) },
  {
    ...people,
    name: 'people, nobody of that name',
    before: replaceAnswer(PEOPLE, none),
    prepare: steps(finding, ({ page }) =>
      expect(main(page).getByText(/^(Nobody fits|Niemand passt)/)).toBeVisible(),
    ),
  },
  { ...people, name: 'people, on their way', isWaiting: true, before: withholdAnswer(PEOPLE) },
  {
    ...people,
    name: 'people, unknown',
    before: refusing(PEOPLE, 503, 'unavailable'),
    prepare: alert,
  },
]
