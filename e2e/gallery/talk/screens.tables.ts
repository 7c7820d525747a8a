import type { AnswerOf } from '#contract/endpoint.ts'
import type { Post } from '#contract/posts/posts.ts'
import type { listTables, Table } from '#contract/tables/tables.ts'
import { expect } from '../../club/journey.ts'
import {
  dialog,
  inHours,
  main,
  press,
  refusing,
  replaceAnswer,
  steps,
  withholdAnswer,
} from '../screens.acts.ts'
import type { GalleryStage, Screen } from '../screens.ts'

const TABLES = /\/api\/tables$/
const MESSAGES = /\/api\/tables\/[^/]+\/messages/
const LONG = 'Benedikt von und zu Hohenlohe-Langenburg'
const idOf = (at: number) => `018f0000-0000-7000-8000-0000000002${10 + at}`
const tables = { as: 'member', mixed: 'en', path: '/tables' } as const
const table = { ...tables, path: `/table/${idOf(0)}` } as const

const tableOf = (at: number, username: string | null, more: Partial<Table> = {}): Table => ({
  id: idOf(at),
  state: 'open',
  other:
    username === null ? null : { id: idOf(50 + at), username, isVerified: at < 2, portrait: null },
  since: inHours(-30 - at),
  endedAt: null,
  goneAt: null,
  last: { isOwn: at % 2 === 1, text: 'Am Fenster ist noch Platz.', at: inHours(-at - 1) },
  latest: 3,
  readNumber: 3,
  unread: 0,
  isMyTurn: at % 2 === 0,
  forgetting: 'off',
  ...more,
})
const nothingYet = { last: null, latest: 0, readNumber: 0, isMyTurn: false }
const ended = { state: 'ended', endedAt: inHours(-5), goneAt: inHours(700) } as const
const others = [
  tableOf(1, 'Nora'),
  tableOf(2, 'Jo', {
    last: { isOwn: false, text: 'Donaudampfschifffahrt'.repeat(9), at: inHours(-70) },
  }),
  tableOf(3, 'Kim', { ...nothingYet, state: 'waiting' }),
  tableOf(4, 'Lou', { ...nothingYet, state: 'asked' }),
  tableOf(5, 'Sam', ended),
  tableOf(6, null, ended),
]
const first = (more: Partial<Table> = {}) => tableOf(0, LONG, more)
const sitting = (one: Table, rest = others) =>
  replaceAnswer(TABLES, { tables: [one, ...rest] } satisfies AnswerOf<typeof listTables>)

async function readSession({ mia, club }: GalleryStage) {
  const asked = await fetch(`${club.url}/api/auth/session`, { headers: { cookie: mia.cookie } })
  const { session } = (await asked.json()) as { session: { userId: string; username: string } }
  return session
}

/** What two said, the newest first; every second word is the viewer's. */
async function talking(stage: GalleryStage) {
  const { page } = stage
  const session = await readSession(stage)
  const said = [
    'Ich sitze am Fenster.\nUnd du?',
    'Guten Abend!',
    'Der Wein ist gut heute. '.repeat(9),
  ]
  const posts = said.map((text, at): Post => {
    const isOwn = at % 2 === 1
    return {
      id: idOf(80 + at),
      number: 3 - at,
      text,
      createdAt: inHours(-at - 1),
      editedAt: null,
      icebreakerId: null,
      reply: null,
      mentions: [],
      replies: [],
      author: {
        id: isOwn ? session.userId : idOf(50),
        username: isOwn ? session.username : LONG,
        city: 'Köln',
        isVerified: !isOwn,
        portrait: null,
        role: null,
      },
    }
  })
  await page.route(MESSAGES, (route) =>
    route.fulfill({ json: { posts, from: 1, to: 3, latest: 3 } }),
  )
}
const noting = replaceAnswer(/\/api\/notes\//, {
  text: 'Sitzt gern am Fenster und hört Jazz. Am Donnerstag hat er Geburtstag.',
})
const spoken = async ({ page }: GalleryStage) =>
  expect(main(page).getByText('Guten Abend!').first()).toBeVisible()

/** What was being written when the other got up, opened. */
const begunWords = async (stage: GalleryStage) => {
  const { page } = stage
  const { userId } = await readSession(stage)
  const key = `parlour.draft.${userId}.${new URL(page.url()).pathname.slice(1)}`
  const text =
    'Am Donnerstag bin ich wieder hier, und dann erzähle ich dir, wie es ausging. '.repeat(6)
  await page.evaluate(([at, words]) => localStorage.setItem(at!, words!), [key, text])
  await page.reload()
  await spoken(stage)
  await main(page).locator('summary').click()
}

const found = {
  found: ['Am Fenster ist noch Platz.', `${'Donaudampfschifffahrt'.repeat(6)} am Fenster`].map(
    (text, at) => ({
      tableId: idOf(at),
      other: at === 0 ? { id: idOf(50), username: LONG } : null,
      message: {
        id: idOf(90 + at),
        number: 5 - at,
        isOwn: at === 1,
        text,
        createdAt: inHours(-at - 2),
      },
      matches: [{ from: text.indexOf('Fenster'), to: text.indexOf('Fenster') + 7 }],
    }),
  ),
  next: 'older',
}

/** A table for two, and all of one's own. */
export const tableScreens: Screen[] = [
  { ...tables, name: 'tables, none yet' },
  {
    ...tables,
    name: 'tables',
    isLong: true,
    before: sitting(first({ readNumber: 1, unread: 2 })),
    prepare: async ({ page }) => expect(main(page).getByText(LONG).first()).toBeVisible(),
  },
  { ...tables, name: 'tables on their way', isWaiting: true, before: withholdAnswer(TABLES) },
  { ...tables, name: 'tables unknown', before: refusing(TABLES, 503, 'unavailable') },
  { ...table, name: 'table', before: steps(sitting(first()), talking, noting), prepare: spoken },
  {
    ...table,
    name: 'table, the other wants words to go',
    before: steps(sitting(first({ forgetting: 'asked' })), talking),
    prepare: spoken,
  },
  {
    ...table,
    name: 'table, about it',
    before: steps(sitting(first({ forgetting: 'on' })), talking, noting),
    prepare: steps(spoken, press(/^(About this table|Zu diesem Tisch)$/), dialog),
  },
  {
    ...table,
    name: 'table, empty by now',
    before: steps(sitting(first(ended)), talking),
    prepare: spoken,
  },
  {
    ...table,
    name: 'table, empty by now, with what was being written',
    before: steps(sitting(first(ended)), talking),
    prepare: steps(spoken, begunWords),
  },
  {
    ...table,
    name: 'table, removing what was said',
    before: steps(sitting(first(ended)), talking),
    prepare: steps(spoken, press(/^(Remove your copy|Deine Kopie)/), dialog),
  },
  { ...table, name: 'table, waiting', before: sitting(first({ ...nothingYet, state: 'waiting' })) },
  { ...table, name: 'table, asked', before: sitting(first({ ...nothingYet, state: 'asked' })) },
  {
    ...table,
    name: 'table, one too many',
    before: steps(
      sitting(first({ ...nothingYet, state: 'asked' })),
      refusing(/\/api\/members\/[^/]+\/table$/, 409, 'tables_full'),
    ),
    prepare: steps(press(/^(Sit down together|Zusammen hinsetzen)/), dialog),
  },
  {
    ...tables,
    path: '/search?words=fenster',
    name: 'search, at one’s tables',
    isLong: true,
    before: replaceAnswer(/\/api\/tables\/search/, found),
    prepare: async ({ page }) => expect(main(page).getByText(LONG).first()).toBeVisible(),
  },
  { ...table, name: 'table, gone', before: replaceAnswer(TABLES, { tables: [] }) },
]
