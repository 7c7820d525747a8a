import { expect } from '../club/journey.ts'
import { alert, main, refusing, replaceAnswer, steps, submit } from './screens.acts.ts'
import type { Screen, GalleryStage } from './screens.ts'

const visitor = { as: 'visitor', mixed: 'en', isLong: true } as const
const cancellation = { ...visitor, path: '/kuendigen' } as const
const withdrawal = { ...visitor, path: '/widerruf' } as const

const OVER = 'A-2026-123456'
const DECLARED = /\/api\/(cancellations|withdrawals)$/

const fill = async ({ page }: GalleryStage) => {
  for (const [name, words] of [
    ['name', 'Josefine von und zu Hohenlohe-Langenburg'],
    ['contract', `${'donaudampfschifffahrt.'.repeat(6)}mia@example.org`],
    ['email', 'mia@example.org'],
  ] as const)
    await main(page).locator(`[name=${name}]`).fill(words)
}
const forGoodCause = ({ page }: GalleryStage) =>
  main(page).locator('[name=kind]').selectOption('extraordinary')
const invalid = ({ page }: GalleryStage) =>
  expect(main(page).locator('[aria-invalid=true]').first()).toBeVisible()
const received = (reference: string, what: string) =>
  replaceAnswer(DECLARED, {
    reference,
    receivedAt: '2026-11-20T18:05:12.000Z',
    text: `${what} ${reference}\nEingegangen am 20.11.2026 um 19:05:12 Uhr (Zeit in Deutschland)\nName: Mia`,
  })
const receipt = ({ page }: GalleryStage) =>
  expect(
    main(page)
      .getByText(/(KU|WI)-2026-123456/)
      .first(),
  ).toBeVisible()
const check = ({ page }: GalleryStage) =>
  expect(main(page).locator('[data-step=check] h2')).toBeFocused()
const confirm = ({ page }: GalleryStage) => main(page).locator('button[data-sending]').click()
const offered = ({ page }: GalleryStage) =>
  expect(main(page).locator('button[data-post]').first()).toBeVisible()

/** The ways out of a contract, for anyone. */
export const declarationScreens: Screen[] = [
  { ...cancellation, name: 'cancellation' },
  {
    ...cancellation,
    name: 'cancellation for good cause, with every error',
    prepare: steps(forGoodCause, submit, invalid),
  },
  {
    ...cancellation,
    name: 'cancellation, not sent',
    before: refusing(DECLARED, 503, 'unavailable'),
    prepare: steps(fill, submit, alert),
  },
  {
    ...cancellation,
    name: 'cancellation, received',
    before: received('KU-2026-123456', 'Kündigung'),
    prepare: steps(fill, submit, receipt),
  },
  {
    ...cancellation,
    name: 'cancellation, that was not me',
    path: '/kuendigen#dispute=secret',
    prepare: offered,
  },
  { ...withdrawal, name: 'withdrawal' },
  { ...withdrawal, name: 'withdrawal, to be confirmed', prepare: steps(fill, submit, check) },
  {
    ...withdrawal,
    as: 'member',
    name: 'withdrawal, of a contract that is over',
    before: steps(
      // the page asks for their contract if they have been here
      ({ page }) => page.goto('/settings'),
      // what the settings themselves ask of it is answered before it is answered otherwise
      ({ page }) => expect(main(page).locator('a[href="/upgrade"]')).toBeVisible(),
      replaceAnswer(/\/api\/billing$/, { subscription: { number: OVER, status: 'ended' } }),
    ),
    prepare: steps(
      fill,
      ({ page }) => main(page).locator('[name=contract]').fill(OVER),
      submit,
      check,
      ({ page }) => expect(main(page).locator('[data-sum=over]')).toBeVisible(),
    ),
  },
  {
    ...withdrawal,
    name: 'withdrawal, received',
    before: received('WI-2026-123456', 'Widerruf'),
    prepare: steps(fill, submit, check, confirm, receipt),
  },
]
