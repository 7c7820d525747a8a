import { expect, type Page } from '../../club/journey.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { enterRoom } from '#contract/rooms/rooms.ts'
import {
  answering,
  dialog,
  inHours,
  main,
  press,
  refusing,
  steps,
  withholdAnswer,
} from '../screens.acts.ts'
import type { Screen, GalleryStage } from '../screens.ts'

const MORE = /^(More about this|Mehr zu diesem)/
const POSTS = /\/api\/rooms\/[^/]+\/posts/
const room = { as: 'member', mixed: 'en', path: '/room/:slug' } as const
const full = { ...room, path: '/room/:full' } as const

/** As if one had not been here for the newest twelve posts. */
const missed = answering<AnswerOf<typeof enterRoom>>(/\/entries$/, ({ room, ...entry }) => ({
  ...entry,
  room: { ...room, unread: 12 },
  readNumber: room.latest - 12,
  readAt: inHours(-20),
}))

/** A room, from the way in to what becomes of a post. */
export const roomScreens: Screen[] = [
  { ...full, name: 'room', prepare: talk },
  { ...full, name: 'room, further down', prepare: steps(talk, toEarlierDays) },
  {
    ...room,
    name: 'room, first visit',
    isLong: true,
    path: '/room/:empty',
    async before(stage) {
      await stage.page.addInitScript(() => localStorage.removeItem('parlour.first-visit'))
      await answering<AnswerOf<typeof enterRoom>>(/\/entries$/, (entry) => ({
        ...entry,
        hasYetToSpeak: true,
      }))(stage)
    },
    async prepare(stage) {
      await live(stage)
      await expect(
        stage.page.getByRole('region', { name: /^(You are in|Du bist da)/ }),
      ).toBeVisible()
    },
  },
  { ...room, name: 'room, entering', isWaiting: true, before: withholdAnswer(/\/entries$/) },
  {
    ...room,
    name: 'room, loading posts',
    isWaiting: true,
    before: withholdAnswer(POSTS),
    prepare: ready,
  },
  { ...room, name: 'room, empty', isLong: true, path: '/room/:empty', prepare: live },
  {
    ...room,
    name: 'room, reconnecting',
    prepare: steps(talk, live, async ({ page }) => {
      await page.route('**/api/live*', () => {})
      await page.context().setOffline(true)
      await expect(page.locator('[data-state=offline]')).toBeVisible()
      await page.context().setOffline(false)
      await expect(page.locator('[data-state=reconnecting]')).toBeVisible()
    }),
  },
  {
    ...room,
    name: 'room, offline with a post that waits',
    async prepare(stage) {
      await talk(stage)
      await stage.page.context().setOffline(true)
      await say(stage, 'Das bleibt hier, bis es hinaus kann.')
      await expect(stage.page.locator('[data-state=offline]')).toBeVisible()
    },
  },
  {
    ...room,
    name: 'room, offline on a device that keeps nothing',
    shows: 'main article',
    prepare: steps(talk, keepNothing, async (stage) => {
      await stage.page.context().setOffline(true)
      await say(stage, 'Das geht hinaus, solange diese Seite offen bleibt.')
      await expect(stage.page.locator('[data-state=offline]')).toBeVisible()
    }),
  },
  {
    ...room,
    name: 'room, a post too many on a device that keeps nothing',
    shows: 'main article',
    before: ({ page }) =>
      page.route(POSTS, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 429, json: { code: 'too_many_attempts', retryAfter: 600 } })
          : route.continue(),
      ),
    prepare: steps(talk, keepNothing, async (stage) => {
      await say(stage, 'Das geht hinaus, sobald es wieder darf.')
      await expect(main(stage.page).getByText(/von selbst|goes out at/)).toBeVisible()
    }),
  },
  {
    ...room,
    name: 'room, a post on its way',
    before: withholdAnswer(POSTS, 'POST'),
    prepare: steps(talk, (stage) => say(stage, 'Guten Abend zusammen! Ist am Fenster noch Platz?')),
  },
  {
    ...room,
    name: 'room, a post refused',
    before: refusing(POSTS, 403, '42501', { method: 'POST' }),
    async prepare(stage) {
      await talk(stage)
      await say(stage, 'Guten Abend zusammen! Ist am Fenster noch Platz?')
      const { page } = stage
      await expect(main(page).getByRole('button', { name: /^(Discard|Verwerfen)$/ })).toBeVisible()
    },
  },
  { ...room, name: 'room, near the limit', prepare: steps(talk, write(233)) },
  { ...room, name: 'room, over the limit', prepare: steps(talk, write(251)) },
  {
    ...room,
    name: 'room, answering the icebreaker',
    async prepare(stage) {
      await talk(stage)
      await press(/^(Join in|Mitreden)$/)(stage)
      await expect(main(stage.page).getByRole('textbox')).toBeFocused()
    },
  },
  {
    ...full,
    name: 'room, new posts above',
    async prepare(stage) {
      const { club, page, ben, fullSlug } = stage
      await live(stage)
      await talk(stage)
      await downwards(stage)
      await club.post(ben, fullSlug, 'Wer von euch war heute schon draußen? Es riecht nach Schnee.')
      await club.post(ben, fullSlug, 'Und der Weihnachtsmarkt hat auf.')
      await expect(main(page).getByRole('button', { name: /^\d+ (new|neue)/ })).toBeVisible()
    },
  },
  { ...full, name: 'room, much is new', before: missed, prepare: talk },
  {
    ...full,
    name: 'room, read in order',
    before: missed,
    prepare: steps(talk, press(/^(Read in order|Der Reihe nach)/), inOrder),
  },
  {
    ...full,
    name: 'room, read to the end',
    before: missed,
    prepare: steps(talk, press(/^(Read in order|Der Reihe nach)/), inOrder, toEarlierDays),
  },
  { ...full, name: 'room, newest last', before: asChat, prepare: steps(talk, atEnd) },
  {
    ...full,
    name: 'room, newest last, new posts below',
    before: asChat,
    async prepare(stage) {
      const { club, page, ben, fullSlug } = stage
      await live(stage)
      await steps(talk, atEnd)(stage)
      // of a talk drawn in part its end is nearer, and who is there stays there
      await expect.poll(() => readBack(page)).toBeGreaterThan(100)
      await club.post(ben, fullSlug, 'Wer von euch war heute schon draußen? Es riecht nach Schnee.')
      await expect(main(page).getByRole('button', { name: /^\d+ (new|neue)/ })).toBeVisible()
    },
  },
  {
    ...full,
    name: 'room, newest last, much is new',
    before: steps(missed, asChat),
    prepare: steps(talk, atEnd),
  },
  {
    ...room,
    name: 'room, newest last, replying',
    before: asChat,
    async prepare(stage) {
      const { page } = stage
      await talk(stage)
      await main(page)
        .getByRole('button', { name: /^Reply to |antworten$/i })
        .first()
        .click()
      // at a desk below the post, on a phone where everything is written
      await expect(main(page).getByRole('textbox').and(page.locator(':focus'))).toBeVisible()
    },
  },
  {
    ...room,
    name: 'room, newest last, empty',
    path: '/room/:empty',
    before: asChat,
    prepare: live,
  },
  {
    ...room,
    name: 'room, newest last, entering',
    isWaiting: true,
    before: steps(asChat, withholdAnswer(/\/entries$/)),
  },
  { ...room, name: 'room, more about it', prepare: steps(talk, press(MORE), dialog) },
  { ...room, name: 'room, leave', prepare: steps(talk, press(MORE), dialog, leave) },
]

async function talk({ page }: GalleryStage): Promise<void> {
  await expect(main(page).getByRole('article').first()).toBeVisible()
}

/** With the newest last, on this device. */
async function asChat({ page }: GalleryStage): Promise<void> {
  // a page of the club's with nothing to do
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.setItem('parlour.newest-last', 'on'))
}

/** Goes up in the talk. Returns how much of it is below the window then, in pixels. */
function readBack(page: Page): Promise<number> {
  return page.evaluate(async () => {
    window.scrollTo({ top: 300, behavior: 'instant' })
    for (let frame = 0; frame < 3; frame += 1)
      await new Promise((drawn) => requestAnimationFrame(drawn))
    const { scrollHeight } = document.documentElement
    return scrollHeight - window.innerHeight - window.scrollY
  })
}

async function atEnd({ page }: GalleryStage): Promise<void> {
  await expect(main(page).getByRole('article').last()).toBeInViewport()
}

/** As where storage is switched off or full. */
async function keepNothing({ page }: GalleryStage): Promise<void> {
  await page.evaluate(() => {
    const keep = Storage.prototype.setItem
    Storage.prototype.setItem = function (key, value) {
      if (/^parlour\.(draft|outbox)\./.test(key)) throw new DOMException('', 'QuotaExceededError')
      keep.call(this, key, value)
    }
  })
}

async function inOrder({ page }: GalleryStage): Promise<void> {
  await expect(main(page).locator('article:focus')).toBeVisible()
}

async function leave({ page }: GalleryStage): Promise<void> {
  const way = /^(No longer take part|Nicht mehr dabei sein)$/
  await page.getByRole('dialog').getByRole('button', { name: way }).click()
  await expect(page.getByRole('dialog', { name: /take part in|dabei sein\?/ })).toBeVisible()
}

async function ready({ page }: GalleryStage): Promise<void> {
  await expect(main(page).getByRole('textbox')).toBeVisible()
}

async function live(stage: GalleryStage): Promise<void> {
  await ready(stage)
  await expect(stage.page.locator('[data-state=live]')).toBeVisible()
}

async function say(stage: GalleryStage, text: string): Promise<void> {
  const input = main(stage.page).getByRole('textbox')
  await input.fill(text)
  await input.press('Control+Enter')
  await expect(input).toHaveValue('')
}

const LONG =
  'Ich habe heute drei Stunden lang nach einem Rezept gesucht, das meine Großmutter nie ' +
  'aufgeschrieben hat. Gefunden habe ich es nicht, aber die Küche riecht jetzt nach Zimt, ' +
  'die Nachbarin hat geklingelt, und wir haben zu zweit den missratenen Teig gegessen. '

function write(length: number) {
  return ({ page }: GalleryStage) =>
    main(page)
      .getByRole('textbox')
      .fill(LONG.slice(0, length - 1) + '.')
}

/** To the foot of what is shown, where yesterday begins. */
async function toEarlierDays({ page }: GalleryStage): Promise<void> {
  await page.evaluate(() =>
    window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }),
  )
}

async function downwards({ page }: GalleryStage): Promise<void> {
  await page.evaluate(async () => {
    window.scrollTo({ top: 1500, behavior: 'instant' })
    // where somebody reads is noticed with the next picture that is drawn
    for (let frame = 0; frame < 3; frame += 1)
      await new Promise((drawn) => requestAnimationFrame(drawn))
  })
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
}
