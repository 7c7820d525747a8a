import { expect } from '../club/journey.ts'
import { PASSWORD } from '../club/club.ts'
import {
  alert,
  openExplanation,
  main,
  press,
  refusing,
  replaceAnswer,
  steps,
  submit,
  toast,
  withholdAnswer,
} from './screens.acts.ts'
import type { Screen, GalleryStage } from './screens.ts'

const confirmation = `/#confirm=${'x'.repeat(43)}`
const visitor = { as: 'visitor', mixed: 'en' } as const

/** What everybody may see. */
export const visitorScreens: Screen[] = [
  { ...visitor, name: 'landing', path: '/', isLong: true },
  { ...visitor, name: 'confirmation', path: confirmation },
  {
    ...visitor,
    name: 'confirmation, done',
    path: confirmation,
    before: ({ page }) =>
      page.route('**/api/auth/confirmation', (route) => route.fulfill({ json: {} })),
    prepare: steps(press(/./), ({ page }) =>
      expect(page.getByRole('status').first()).toBeVisible(),
    ),
  },
  {
    ...visitor,
    name: 'confirmation, used link',
    path: confirmation,
    prepare: steps(press(/./), alert),
  },
  { ...visitor, name: 'sign-up, step 1', path: '/signup', mixed: 'de' },
  {
    ...visitor,
    name: 'sign-up, step 2',
    path: '/signup',
    mixed: 'de',
    isLong: true,
    prepare: toStep2,
  },
  {
    ...visitor,
    name: 'sign-up, with a hint',
    path: '/signup',
    mixed: 'de',
    isLong: true,
    prepare: steps(toStep2, ({ page }) => page.locator('input[type=password]').focus()),
  },
  {
    ...visitor,
    name: 'sign-up, with every error',
    path: '/signup',
    mixed: 'de',
    isLong: true,
    prepare: steps(toStep2, submit, invalid),
  },
  {
    ...visitor,
    name: 'sign-up, verify later',
    path: '/signup',
    mixed: 'de',
    prepare: steps(toStep2, press(/^(Jetzt verifizieren|Verify now)/), openExplanation),
  },
  {
    ...visitor,
    name: 'check your email',
    path: '/signup',
    before: replaceAnswer(/\/api\/auth\/sign-up$/, { session: null }),
    prepare: toCheckEmail,
  },
  { ...visitor, name: 'log in', path: '/login' },
  {
    ...visitor,
    name: 'log in, with errors',
    path: '/login',
    prepare: steps(submit, invalid, toast),
  },
  {
    ...visitor,
    name: 'log in, refused',
    path: '/login',
    before: refusing('**/api/auth/session', 401, 'invalid_credentials', { method: 'POST' }),
    async prepare(stage) {
      await stage.page.locator('input[name=email]').fill('mia@example.org')
      await stage.page.locator('input[name=password]').fill('not the password')
      await submit(stage)
      await toast(stage)
    },
  },
  {
    ...visitor,
    name: 'log in, after the session ended',
    path: '/login',
    async prepare({ page }) {
      const state = { usr: { notice: 'session_ended' }, key: 'again', idx: 0 }
      await page.evaluate((kept) => history.replaceState(kept, ''), state)
      await page.reload()
      await expect(page.getByRole('status').first()).toBeVisible()
    },
  },
  { ...visitor, name: 'reset request', path: '/login', prepare: toReset },
  {
    ...visitor,
    name: 'reset link sent',
    path: '/login',
    async prepare(stage) {
      await toReset(stage)
      await stage.page.locator('input[name=email]').fill('mia@example.org')
      await submit(stage)
      await expect(stage.page.locator('input')).toHaveCount(0)
    },
  },
  { ...visitor, name: 'new password', path: `/reset-password#token=${'y'.repeat(43)}` },
  { ...visitor, name: 'reset with a used link', path: '/reset-password', prepare: toast },
  { ...visitor, name: 'not found', path: '/nowhere' },
  {
    ...visitor,
    name: 'opening',
    path: '/login',
    isWaiting: true,
    before: withholdAnswer('**/api/auth/session'),
  },
]

async function toStep2({ page }: GalleryStage): Promise<void> {
  await main(page).getByRole('checkbox').check()
  await main(page).locator('button[type=submit]').click()
  await expect(page.locator('input[type=password]')).toBeVisible()
}

async function invalid({ page }: GalleryStage): Promise<void> {
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
}

async function toReset({ page }: GalleryStage): Promise<void> {
  await main(page).locator('form button[type=button]').last().click()
  await expect(page.locator('input[type=password]')).toHaveCount(0)
}

async function toCheckEmail(stage: GalleryStage): Promise<void> {
  const { page } = stage
  await toStep2(stage)
  await page.locator('input[name=birthdate]').fill('01.04.1990')
  await page.locator('input[name=email]').fill('mia@example.org')
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('input[name=username]').fill('Mia')
  await main(page).getByRole('checkbox').check()
  await main(page).locator('button[type=submit]').click()
  await expect(page.locator('input[name=code]')).toBeVisible()
}
