import type { getSession } from '#contract/accounts/session.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import {
  answering,
  dialog,
  main,
  openMenuOfAnother,
  refusing,
  replaceAnswer,
  steps,
  withholdAnswer,
} from '../screens.acts.ts'
import { expect } from '../../club/journey.ts'
import type { Screen, GalleryStage } from '../screens.ts'

const BLOCKS = /\/api\/blocks$/
const room = { as: 'member', mixed: 'en', path: '/room/:slug' } as const
const settings = {
  as: 'member',
  mixed: 'en',
  path: '/settings/visibility',
  shows: ':has(> #blocks)',
} as const
const within = (name: RegExp) => (stage: GalleryStage) =>
  stage.page.getByRole('dialog').getByRole('button', { name }).click()

const blocks = replaceAnswer(BLOCKS, {
  blocks: [
    ['Benedikt von und zu Hohenlohe-Langenburg', '2026-11-20T18:05:00.000Z'],
    ['Cleo', '2026-03-02T18:05:00.000Z'],
    // whose name is not theirs to see any more
    [null, '2026-01-24T18:05:00.000Z'],
    [null, '2025-11-03T18:05:00.000Z', 'gone'],
  ].map(([username, blockedAt, gone], at) => ({
    memberId: `018f0000-0000-7000-8000-00000000000${at}`,
    username,
    blockedAt,
    isGone: gone !== undefined,
  })),
  mutes: [
    ['Noor', '2026-11-22T18:05:00.000Z'],
    [null, '2026-02-02T18:05:00.000Z'],
  ].map(([username, mutedAt], at) => ({
    memberId: `018f0000-0000-7000-8000-00000000001${at}`,
    username,
    mutedAt,
  })),
  hiddenPosts: 12,
})
/** Everything Ben says is folded. */
async function muting(stage: GalleryStage) {
  const { ben, club } = stage
  type Session = AnswerOf<typeof getSession>
  const asked = await fetch(`${club.url}/api/auth/session`, { headers: { cookie: ben.cookie } })
  const { session: his } = (await asked.json()) as Session
  await answering<Session>(/\/api\/auth\/session$/, (answer) => ({
    ...answer,
    session: answer.session && { ...answer.session, muted: [his!.userId] },
  }))(stage)
}
const AVOIDED = /\/api\/avoided-addresses$/
const FOUND = /\/api\/avoided-addresses\/find$/
const entries = [
  '2026-11-20T18:05:00.000Z',
  '2026-03-02T18:05:00.000Z',
  '2026-03-02T18:04:00.000Z',
].map((addedAt, at) => ({ id: `018f0000-0000-7000-8000-00000000001${at}`, addedAt }))
const avoiding = { ...settings, shows: ':has(> #avoided)' } as const
const ask = async ({ page }: GalleryStage) => {
  const card = main(page).locator(':has(> #avoided)')
  await card.getByRole('textbox').fill('somebody.i.knew@example.org')
  await card.getByRole('button').nth(1).click()
  await expect(card.getByRole('status')).toHaveText(/\S/)
  await card.locator('summary').click()
}
const menu = steps(openMenuOfAnother, dialog)
const shown = async ({ page }: GalleryStage) => expect(main(page).locator('#blocks')).toBeVisible()

/** What somebody does so as not to see another. */
export const blockScreens: Screen[] = [
  { ...room, name: 'room, the menu of a post', prepare: menu },
  {
    ...room,
    name: 'room, blocking',
    prepare: steps(menu, within(/(^Block|blockieren$)/), dialog),
  },
  {
    ...room,
    name: 'room, blocking refused',
    before: refusing(/\/api\/blocks\//, 429, 'too_many_attempts', { method: 'PUT' }),
    prepare: steps(
      menu,
      within(/(^Block|blockieren$)/),
      within(/^(Block|Blockieren)$/),
      async (stage) => expect(stage.page.getByRole('dialog').getByRole('alert')).toHaveText(/\S/),
    ),
  },
  {
    ...room,
    name: 'room, muting',
    prepare: steps(menu, within(/(^Mute|stummschalten$)/), dialog),
  },
  {
    ...room,
    name: 'room, posts of a muted member',
    before: muting,
    prepare: ({ page }) =>
      expect(
        main(page)
          .getByText(/^(A post of somebody|Ein Beitrag von jemandem)/)
          .first(),
      ).toBeVisible(),
  },
  { ...settings, name: 'settings, blocked and hidden', before: blocks, prepare: shown },
  {
    ...settings,
    name: 'settings, blocks unknown',
    before: refusing(BLOCKS, 503, 'unavailable'),
    prepare: shown,
  },
  {
    ...settings,
    name: 'settings, blocks on their way',
    isWaiting: true,
    before: withholdAnswer(BLOCKS),
    prepare: shown,
  },
  {
    ...avoiding,
    name: 'settings, whom one would rather not meet',
    prepare: async ({ page }) => expect(main(page).locator('#avoided')).toBeVisible(),
  },
  {
    ...avoiding,
    name: 'settings, an address in the list',
    before: steps(replaceAnswer(AVOIDED, { entries }), replaceAnswer(FOUND, { entry: entries[1] })),
    prepare: ask,
  },
  {
    ...avoiding,
    name: 'settings, the list of addresses is full',
    before: refusing(AVOIDED, 409, 'address_limit_reached', { method: 'POST' }),
    prepare: async ({ page }) => {
      const card = main(page).locator(':has(> #avoided)')
      await card.getByRole('textbox').fill('somebody.i.knew@example.org')
      await card.getByRole('button').first().click()
      await expect(card.getByRole('alert').last()).toHaveText(/\S/)
    },
  },
]
