import type { Club } from './club.ts'
import { expect, type Member, type Page } from './journey.ts'
import { somebody } from './club.ts'

type Stage = { club: Club; page: Page; mia: Member; slug: string }
type Screen = {
  name: string
  /** Who stands before it. */
  as: 'visitor' | 'member' | 'admin'
  path: string
  /** The language of the screen in the club's own mixture. */
  mixed: 'de' | 'en'
  /** Says everything in both languages, whichever is chosen. */
  isBilingual?: true
  /** What has to be done to see it. Nothing here may depend on the language. */
  prepare?: (stage: Stage) => Promise<void>
}

const main = (page: Page) => page.getByRole('main')

/** Every screen, with the states that only an act brings about. */
export const screens: Screen[] = [
  { name: 'landing', as: 'visitor', path: '/', mixed: 'en' },
  { name: 'confirmation', as: 'visitor', path: `/#confirm=${'x'.repeat(43)}`, mixed: 'en' },
  { name: 'sign-up, step 1', as: 'visitor', path: '/signup', mixed: 'de' },
  { name: 'sign-up, step 2', as: 'visitor', path: '/signup', mixed: 'de', prepare: toStep2 },
  {
    name: 'sign-up, with every error',
    as: 'visitor',
    path: '/signup',
    mixed: 'de',
    async prepare(stage) {
      await toStep2(stage)
      await main(stage.page).locator('button[type=submit]').click()
      await expect(stage.page.locator('[aria-invalid=true]').first()).toBeVisible()
    },
  },
  { name: 'check your email', as: 'visitor', path: '/signup', mixed: 'en', prepare: toCheckEmail },
  { name: 'log in', as: 'visitor', path: '/login', mixed: 'en' },
  {
    name: 'reset request',
    as: 'visitor',
    path: '/login',
    mixed: 'en',
    async prepare({ page }) {
      await main(page).locator('form button[type=button]').last().click()
      await expect(page.locator('input[type=password]')).toHaveCount(0)
    },
  },
  { name: 'new password', as: 'member', path: '/reset-password', mixed: 'en' },
  { name: 'waitlist', as: 'visitor', path: '/waitlist', mixed: 'en' },
  { name: 'invite', as: 'visitor', path: '/invite', mixed: 'en' },
  { name: 'terms', as: 'visitor', path: '/legal/terms', mixed: 'en', isBilingual: true },
  { name: 'privacy', as: 'visitor', path: '/legal/privacy', mixed: 'en', isBilingual: true },
  { name: 'imprint', as: 'visitor', path: '/legal/impressum', mixed: 'en', isBilingual: true },
  { name: 'cookies', as: 'visitor', path: '/legal/cookies', mixed: 'en', isBilingual: true },
  { name: 'not found', as: 'visitor', path: '/nowhere', mixed: 'en' },
  { name: 'rooms', as: 'member', path: '/rooms', mixed: 'en' },
  {
    name: 'rooms, with a refusal',
    as: 'member',
    path: '/room/kaminzimmer',
    mixed: 'en',
    prepare: ({ page }) => expect(page.getByRole('dialog')).toBeVisible(),
  },
  {
    name: 'a room',
    as: 'member',
    path: '/room/:slug',
    mixed: 'en',
    prepare: ({ page }) =>
      expect(page.getByRole('main').getByRole('article').first()).toBeVisible(),
  },
  {
    name: 'a room, offline, with a post that waits',
    as: 'member',
    path: '/room/:slug',
    mixed: 'en',
    async prepare({ page }) {
      await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
      await page.context().setOffline(true)
      await page.getByRole('textbox').fill('Das bleibt hier, bis es hinaus kann.')
      await page.getByRole('textbox').press('Control+Enter')
      await expect(page.getByRole('textbox')).toHaveValue('')
    },
  },
  { name: 'settings', as: 'member', path: '/settings', mixed: 'en' },
  {
    name: 'settings, with a dialog',
    as: 'member',
    path: '/settings',
    mixed: 'en',
    async prepare({ page }) {
      await page.getByRole('button', { name: /^(Delete account|Konto löschen)$/ }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  { name: 'profile', as: 'member', path: '/profile', mixed: 'en' },
  { name: 'verification', as: 'member', path: '/verify', mixed: 'de' },
  { name: 'review', as: 'admin', path: '/admin/verifications', mixed: 'de' },
]

/** Brings a page to a screen as it is first seen. */
export async function show(screen: Screen, stage: Stage): Promise<void> {
  const { page, slug } = stage
  await page.context().setOffline(false)
  // whatever the last screen kept for later is not this one's
  await page.evaluate(() => sessionStorage.clear()).catch(() => {})
  await page.goto('about:blank')
  await page.goto(screen.path.replace(':slug', slug))
  // by tag, because an open dialog hides the rest from assistive technology
  await expect(page.locator('main :is(h1, h2)').first()).toBeVisible()
  await screen.prepare?.(stage)
}

async function toStep2({ page }: Stage): Promise<void> {
  await main(page).getByRole('checkbox').check()
  await main(page).locator('button[type=submit]').click()
  await expect(page.locator('input[type=password]')).toBeVisible()
}

async function toCheckEmail(stage: Stage): Promise<void> {
  const { page } = stage
  const mia = somebody()
  await toStep2(stage)
  await page.locator('input[name=birthdate]').fill('01.04.1990')
  await page.locator('input[name=email]').fill(mia.email)
  await page.locator('input[name=password]').fill(mia.password)
  await page.locator('input[name=username]').fill(mia.username)
  await main(page).getByRole('checkbox').check()
  await main(page).locator('button[type=submit]').click()
  await expect(page.locator('input[name=code]')).toBeVisible()
}
