import { expect } from '../../club/journey.ts'
import {
  answering,
  dialog,
  main,
  press,
  refusing,
  replaceAnswer,
  steps,
  withholdAnswer,
} from '../screens.acts.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { listRooms } from '#contract/rooms/rooms.ts'
import type { Screen, GalleryStage } from '../screens.ts'

const SEARCH = /\/api\/search/
const PRESENT = /\/present$/
const search = { as: 'member', mixed: 'en', path: '/search' } as const
const idOf = (at: number) => `018f0000-0000-7000-8000-0000000000${at}0`
const LONG = 'Benedikt von und zu Hohenlohe-Langenburg'
const looking = {
  ...search,
  path: `/search?words=abend&author=${encodeURIComponent(LONG)}&since=2026-11-01`,
  isLong: true,
} as const

const found = [
  ['Am Abend ist am Kamin noch Platz: wer mag, bringt ein Glas mit.', 'Am Kamin'],
  [`${'Donaudampfschifffahrt'.repeat(4)} am Abend`, 'Im Wintergarten'],
].map(([text = '', name], at) => ({
  room: { slug: 'kamin', name },
  post: {
    id: idOf(10 + at),
    number: 10 - at,
    text,
    createdAt: '2026-11-20T18:05:00.000Z',
    author: { id: idOf(20), username: LONG, city: 'Köln', isVerified: true, portrait: null },
  },
  matches: [{ from: text.indexOf('Abend'), to: text.indexOf('Abend') + 'Abend'.length }],
}))
const shown = async ({ page }: GalleryStage) =>
  expect(main(page).locator('mark').first()).toBeVisible()
/** The stream alone would tell the room of that many. */
const crowded = ({ page }: GalleryStage) =>
  page
    .locator('main [aria-haspopup=dialog] > span', { hasText: /^(Just you|Nur du)/ })
    .evaluate((count) => (count.textContent = '212 here'))
const live = ({ page }: GalleryStage) => expect(page.locator('[data-state=live]')).toBeVisible()

/** Who is where, what is new, and how it is found again. */
export const presenceScreens: Screen[] = [
  {
    name: 'rooms, with something new',
    as: 'member',
    mixed: 'en',
    path: '/rooms',
    before: answering<AnswerOf<typeof listRooms>>(/\/api\/rooms$/, (answer) => ({
      ...answer,
      rooms: answer.rooms.map((room, at) => ({ ...room, unread: [100, 3, 0][at % 3]! })),
    })),
    prepare: async ({ page }) => expect(main(page).getByText('99+').first()).toBeVisible(),
  },
  {
    name: 'room, who is here',
    as: 'member',
    mixed: 'en',
    path: '/room/:slug',
    before: replaceAnswer(PRESENT, {
      count: 212,
      people: [LONG, 'Cleo', 'Mia'].map((username, at) => ({ id: idOf(30 + at), username })),
    }),
    prepare: steps(live, press(/^(Just you|Nur du)/), dialog, crowded),
  },
  {
    name: 'room, who is here, failed',
    as: 'member',
    mixed: 'en',
    path: '/room/:slug',
    before: refusing(PRESENT, 503, 'unavailable'),
    prepare: steps(live, press(/^(Just you|Nur du)/), dialog),
  },
  { ...search, name: 'search' },
  { ...looking, name: 'search, under way', isWaiting: true, before: withholdAnswer(SEARCH) },
  {
    ...looking,
    name: 'search, found',
    before: replaceAnswer(SEARCH, {
      found,
      next: `1.${idOf(11)}`,
      searchedTo: null,
      isEmpty: false,
    }),
    prepare: shown,
  },
  {
    ...looking,
    name: 'search, nothing found',
    before: replaceAnswer(SEARCH, { found: [], next: null, searchedTo: null, isEmpty: false }),
    prepare: async ({ page }) => expect(main(page).getByRole('status')).toHaveText(/\S/),
  },
  {
    ...looking,
    name: 'search, not to the end',
    before: replaceAnswer(SEARCH, {
      found: [],
      next: `1.${idOf(11)}`,
      searchedTo: '2026-03-01T18:00:00.000Z',
      isEmpty: false,
    }),
    prepare: async ({ page }) => expect(main(page).getByRole('status')).toHaveText(/\S/),
  },
  {
    ...looking,
    name: 'search, too common',
    before: replaceAnswer(SEARCH, { found: [], next: null, searchedTo: null, isEmpty: true }),
    prepare: async ({ page }) => expect(main(page).getByRole('status')).toHaveText(/\S/),
  },
  {
    ...looking,
    name: 'search, failed',
    before: refusing(SEARCH, 503, 'unavailable'),
    prepare: async ({ page }) =>
      expect(
        page.getByRole('button', { name: /^(Try again|Noch einmal versuchen)$/ }),
      ).toBeVisible(),
  },
]
