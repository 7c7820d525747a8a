import type { AnswerOf } from '#contract/endpoint.ts'
import type { confirmTotp, startTotp } from '#contract/accounts/secondFactor.ts'
import type { Security } from '#contract/accounts/security.ts'
import { expect } from '../club/journey.ts'
import {
  alert,
  dialog,
  main,
  press,
  refusing,
  replaceAnswer,
  steps,
  submit,
} from './screens.acts.ts'
import type { Screen, GalleryStage } from './screens.ts'

const SECURITY = /\/api\/security$/
const TOTP = /\/api\/security\/totp$/
const AT = '2026-11-20T18:05:00.000Z'
const settings = { as: 'member', mixed: 'en', path: '/settings/account' } as const
const visitor = { as: 'visitor', mixed: 'en' } as const

const plain: Security = {
  email: 'josefine@example.org',
  pendingEmail: null,
  passkeys: [],
  totpSince: null,
  recoveryCodesLeft: 0,
  isFactorRequired: false,
  provedUntil: null,
}
const secured: Security = {
  ...plain,
  passkeys: [
    {
      id: '018f0000-0000-7000-8000-000000000001',
      name: 'Telefon',
      createdAt: AT,
      lastUsedAt: AT,
    },
  ],
  totpSince: AT,
  recoveryCodesLeft: 8,
}

const side = Array.from({ length: 29 }, (_, at) => at)
const app: AnswerOf<typeof startTotp> = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Parlour:josefine%40example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  qr: side.map((row) => side.map((column) => (row * 7 + column * 5) % 3 === 0)),
}
const codes: AnswerOf<typeof confirmTotp> = {
  recoveryCodes: Array.from({ length: 10 }, (_, at) => `K7QX-${at}VDM-2HTR-9PWA`),
}

const toFactor =
  (...factors: ('totp' | 'passkey' | 'recovery_code')[]) =>
  async (stage: GalleryStage) => {
    const { page } = stage
    await page.route('**/api/auth/log-in', (route) =>
      route.fulfill({ json: { session: null, factors } }),
    )
    await page.locator('input[name=email]').fill('mia@example.org')
    await page.locator('input[name=password]').fill('correct horse battery')
    await submit(stage)
    await expect(page.locator('input[name=email]')).toHaveCount(0)
  }

const invalid = ({ page }: GalleryStage) =>
  expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
const setUp = press(/^(Set up authenticator app|Authenticator-App einrichten)$/)
const typeCode = async ({ page }: GalleryStage) =>
  main(page).locator('form input[name=code]').fill('123456')

/** How somebody signs in, and what stands between them and their account. */
export const securityScreens: Screen[] = [
  {
    ...visitor,
    name: 'log in, one more step',
    path: '/login',
    prepare: toFactor('passkey', 'totp', 'recovery_code'),
  },
  {
    ...visitor,
    name: 'log in, a wrong code',
    path: '/login',
    before: refusing('**/api/auth/second-factor', 422, 'invalid_code'),
    prepare: steps(
      toFactor('totp', 'recovery_code'),
      async ({ page }) => page.locator('input[name=code]').fill('123456'),
      submit,
      invalid,
    ),
  },
  {
    ...settings,
    name: 'settings, sign-in',
    isLong: true,
    before: replaceAnswer(SECURITY, secured),
  },
  {
    ...settings,
    name: 'settings, sign-in unknown',
    before: refusing(SECURITY, 503, 'unavailable'),
    prepare: alert,
  },
  {
    ...settings,
    name: 'settings, a new address waits',
    before: replaceAnswer(SECURITY, { ...plain, pendingEmail: 'josefine.neu@example.org' }),
  },
  {
    ...settings,
    name: 'settings, a new password with every error',
    shows: ':has(> #security-password)',
    isLong: true,
    before: replaceAnswer(SECURITY, plain),
    prepare: steps(
      press(/^(Change password|Passwort ändern)$/),
      press(/^(Save new password|Neues Passwort speichern)$/),
      invalid,
    ),
  },
  {
    ...settings,
    name: 'settings, an authenticator to set up',
    shows: ':has(> #security-app)',
    isLong: true,
    before: steps(replaceAnswer(SECURITY, plain), replaceAnswer(TOTP, app)),
    prepare: steps(setUp, ({ page }) => expect(main(page).getByRole('img')).toBeVisible()),
  },
  {
    ...settings,
    name: 'settings, recovery codes to keep',
    shows: '[data-sheet]',
    isLong: true,
    before: steps(
      replaceAnswer(SECURITY, plain),
      replaceAnswer(TOTP, app),
      replaceAnswer(/\/api\/security\/totp\/confirmation$/, codes),
    ),
    prepare: steps(setUp, typeCode, submit, ({ page }) =>
      expect(page.getByText('K7QX-0VDM').first()).toBeVisible(),
    ),
  },
  {
    ...settings,
    name: 'settings, a proof is asked for',
    before: steps(replaceAnswer(SECURITY, secured), refusing(TOTP, 403, 'proof_needed')),
    prepare: steps(
      press(/^(Turn off|Ausschalten)$/),
      dialog,
      async ({ page }) =>
        page
          .getByRole('dialog')
          .getByRole('button', { name: /^(Turn off|Ausschalten)$/ })
          .click(),
      ({ page }) => expect(page.getByRole('dialog').locator('input').last()).toBeVisible(),
    ),
  },
  { ...visitor, name: 'a new address to confirm', path: `/#email=${'a'.repeat(43)}` },
  { ...visitor, name: 'a new address to undo', path: `/#email-undo=${'a'.repeat(43)}` },
]
