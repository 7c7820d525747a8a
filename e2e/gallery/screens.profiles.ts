import type { AnswerOf } from '#contract/endpoint.ts'
import type { getSession } from '#contract/accounts/session.ts'
import type { getMember, getProfile } from '#contract/members/profiles.ts'
import { encodePhoto, portrait } from '../acts/card.ts'
import { expect } from '../club/journey.ts'
import {
  answering,
  dialog,
  main,
  press,
  refusing,
  replaceAnswer,
  steps,
  submit,
  toast,
  withholdAnswer,
} from './screens.acts.ts'
import { meeting, strangers } from './screens.people.ts'
import type { Screen, GalleryStage } from './screens.ts'

const PROFILE = /\/api\/profile$/
const MEMBER = /\/api\/members\/[^/]+$/
const PHOTO = /\/api\/members\/[^/]+\/photos\//
const member = { as: 'member', mixed: 'en' } as const
const profile = { ...member, path: '/profile' } as const
const somebody = { ...member, path: '/member/01900000-0000-4000-8000-00000000000b' } as const

const END_SESSIONS = /^(Log this member out|Dieses Mitglied überall)/

const eight = [1, 2, 3, 4, 5, 6, 7, 8].map(
  (one) => `0190000${one}-0000-4000-8000-00000000000${one}`,
)
const photos = eight.slice(0, 5)
const COLOURS = ['#7c3a2d', '#c98a4b', '#54607a', '#8a5a6e', '#5f6b4a']

/** Pictures of nobody, each of another colour and form. */
const drawn = ({ page }: GalleryStage) =>
  page.route(PHOTO, (route) => {
    const at = Number(/photos\/0190000(\d)/.exec(route.request().url())?.[1]) - 1
    const [width, height] = at % 2 ? [1280, 860] : [960, 1280]
    return route.fulfill({
      contentType: 'image/svg+xml',
      body: portrait(COLOURS[at % COLOURS.length], width, height),
    })
  })

const having = (these: string[]) =>
  steps(
    drawn,
    answering<AnswerOf<typeof getProfile>>(PROFILE, (answer) => ({ ...answer, photos: these })),
  )
const withPhotos = having(photos)

async function choose({ page }: GalleryStage): Promise<void> {
  const files = COLOURS.slice(0, 3).map(async (colour, at) => ({
    name: `urlaub-${at + 1}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await encodePhoto(portrait(colour)),
  }))
  await page.locator('input[multiple]').setInputFiles(await Promise.all(files))
}

const seen = (change: Partial<AnswerOf<typeof getMember>> = {}) =>
  steps(drawn, meeting(), ({ page }) =>
    page.route(MEMBER, (route) =>
      route.fulfill({
        json: {
          id: '01900000-0000-4000-8000-00000000000b',
          username: 'Benedikt',
          city: 'Hamburg',
          bio: 'Kocht gern für mehr Leute, als am Tisch Platz haben.',
          isVerified: true,
          role: null,
          memberSince: '2026-03',
          photos,
          ...change,
        },
      }),
    ),
  )

/** What members show of themselves, and how others see it. */
export const profileScreens: Screen[] = [
  { ...profile, name: 'profile', isLong: true },
  { ...profile, name: 'profile, with photos', isLong: true, before: withPhotos },
  { ...profile, name: 'profile, loading', isWaiting: true, before: withholdAnswer(PROFILE) },
  {
    ...profile,
    name: 'profile, failed',
    before: refusing(PROFILE, 503, 'unavailable'),
    prepare: steps(({ page }) => expect(main(page).getByRole('button')).toBeVisible(), toast),
  },
  {
    ...profile,
    name: 'profile, with errors',
    isLong: true,
    prepare: steps(({ page }) => page.locator('[name=username]').fill('M'), write(150), submit),
  },
  {
    ...profile,
    name: 'profile, unsaved on leaving',
    prepare: steps(
      write(12),
      ({ page }) => page.locator('a[href="/rooms"]').filter({ visible: true }).first().click(),
      dialog,
    ),
  },
  {
    ...profile,
    name: 'profile, remove a photo',
    before: withPhotos,
    prepare: steps(({ page }) => page.locator('[data-tool=bin]').first().click(), dialog),
  },
  {
    ...profile,
    name: 'profile, photos on their way',
    isLong: true,
    before: steps(withPhotos, withholdAnswer(/\/api\/profile\/photos\?/)),
    prepare: steps(choose, ({ page }) => expect(page.getByRole('progressbar')).toHaveCount(3)),
  },
  {
    ...profile,
    name: 'profile, photos that did not arrive',
    isLong: true,
    before: steps(
      withPhotos,
      refusing(/\/api\/profile\/photos\?/, 503, 'unavailable', { method: 'POST' }),
    ),
    prepare: steps(
      choose,
      ({ page }) => expect(page.locator('[data-stopped]')).toHaveCount(3),
      toast,
    ),
  },
  {
    ...profile,
    name: 'profile, no place for a ninth photo',
    before: having(eight),
    prepare: steps(press(/^(Fotos auswählen|Choose photos)/), toast),
  },
  { ...somebody, name: 'member', isLong: true, before: seen() },
  {
    ...somebody,
    name: 'member, oneself',
    isLong: true,
    before: async (stage) => {
      const asked = await stage.page.request.get(`${stage.club.url}/api/auth/session`)
      const { session } = (await asked.json()) as AnswerOf<typeof getSession>
      await seen({ id: session!.userId, photos: [], bio: null })(stage)
      await strangers(stage)
    },
    prepare: ({ page }) =>
      expect(main(page).getByRole('link', { name: /^(Answer a|Beantworte)/ })).toBeVisible(),
  },
  {
    ...somebody,
    name: 'member, without photos',
    before: steps(seen({ photos: [], bio: null }), strangers),
  },
  {
    ...somebody,
    as: 'admin',
    name: 'member, logged out everywhere by an admin',
    before: seen(),
    prepare: steps(press(END_SESSIONS), dialog),
  },
  {
    ...somebody,
    as: 'admin',
    name: 'member, for an admin',
    isLong: true,
    before: seen(),
    prepare: ({ page }) =>
      expect(main(page).getByRole('button', { name: END_SESSIONS })).toBeVisible(),
  },
  {
    ...somebody,
    name: 'member, with a note',
    before: steps(
      seen(),
      replaceAnswer(/\/api\/notes\//, {
        text: 'Kocht gern, spielt Kontrabass, mag keine Scherze über Köln.',
      }),
    ),
    prepare: ({ page }) =>
      expect(main(page).getByRole('textbox', { name: /private (note|Notiz)$/ })).toHaveValue(/\S/),
  },
  { ...somebody, name: 'member, loading', isWaiting: true, before: withholdAnswer(MEMBER) },
  {
    ...somebody,
    name: 'member, not here any more',
    before: refusing(MEMBER, 404, 'PGRST116'),
    prepare: ({ page }) => expect(main(page).locator('a[data-look]')).toBeVisible(),
  },
  {
    ...somebody,
    name: 'member, as many as a day has',
    before: refusing(MEMBER, 429, 'too_many_attempts'),
    prepare: ({ page }) => expect(main(page).locator('a[data-look]')).toBeVisible(),
  },
  {
    ...somebody,
    name: 'member, a photo large',
    before: seen(),
    prepare: steps(
      ({ page }) => main(page).locator('li button[aria-haspopup=dialog]').nth(1).click(),
      dialog,
    ),
  },
]

function write(characters: number) {
  return ({ page }: GalleryStage) => page.locator('textarea').fill('x'.repeat(characters))
}
