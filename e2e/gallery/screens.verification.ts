import type { Verification } from '#contract/verification/verification.ts'
import { expect } from '../club/journey.ts'
import {
  dialog,
  openExplanation,
  main,
  press,
  refusing,
  steps,
  toast,
  withholdAnswer,
} from './screens.acts.ts'
import type { Screen, GalleryStage } from './screens.ts'

const VERIFICATION = /\/api\/verification$/
const verify = { as: 'member', mixed: 'de', path: '/verify' } as const

const nothingYet: Verification = {
  status: 'none',
  method: 'none',
  reason: null,
  submittedAt: null,
  medianHours: null,
  views: [],
  receipts: [],
}

const being =
  (change: Partial<Verification>) =>
  ({ page }: GalleryStage) =>
    page.route(VERIFICATION, (route) => route.fulfill({ json: { ...nothingYet, ...change } }))

const views = (['front', 'back', 'selfie'] as const).map((side, at) => ({
  at: `2026-11-20T18:0${at}:00.000Z`,
  side,
  purpose: 'review' as const,
}))
const receipts = [
  {
    at: '2026-11-21T03:00:00.000Z',
    sides: ['front', 'selfie'] as ('front' | 'selfie')[],
    rule: 'replaced' as const,
  },
]

const opened = steps(press(/^(Dokumente hochladen|Upload documents)/), openExplanation)

async function consenting({ page }: GalleryStage): Promise<void> {
  const shown = page.getByRole('dialog')
  await shown.getByRole('checkbox').check()
  await shown.getByRole('button', { name: /^(Weiter|Continue)/ }).click()
  await expect(shown.locator('input[type=file]').first()).toBeAttached()
}

const SUBMIT = /^(Zur Prüfung einreichen|Submit)/

const go =
  (name: RegExp) =>
  ({ page }: GalleryStage) =>
    page.getByRole('dialog').getByRole('button', { name }).click()

/** Takes over what was edited. */
const taking = steps(go(/^(Übernehmen|Apply|Use)/), ({ page }) =>
  expect(page.getByRole('dialog').locator('canvas')).toHaveCount(0),
)

/** A card of nobody, drawn by the page itself, for the n-th input. */
const picking =
  (input: number) =>
  async ({ page }: GalleryStage) => {
    const drawn = await page.evaluate(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 760 })
      const draw = canvas.getContext('2d')!
      const fill = (style: string, ...box: [number, number, number, number]) => {
        draw.fillStyle = style
        draw.fillRect(...box)
      }
      fill('#c9dbe4', 0, 0, 1200, 760)
      fill('#9fb9c7', 60, 180, 330, 430)
      for (let line = 0; line < 5; line += 1) fill('#4a5b66', 450, 200 + line * 90, 420, 26)
      fill('#4a5b66', 880, 60, 250, 34)
      fill('#4a5b66', 930, 660, 200, 34)
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    })
    const file = { name: 'muster.png', mimeType: 'image/png', buffer: Buffer.from(drawn, 'base64') }
    await page.getByRole('dialog').locator('input[type=file]').nth(input).setInputFiles(file)
    await expect(page.getByRole('dialog').locator('canvas')).toBeVisible()
  }

async function blackening({ page }: GalleryStage): Promise<void> {
  const canvas = (await page.getByRole('dialog').locator('canvas').boundingBox())!
  for (const [x, y] of [
    [0.84, 0.1],
    [0.86, 0.89],
  ] as const)
    await page.mouse.click(canvas.x + canvas.width * x, canvas.y + canvas.height * y)
}

export const verificationScreens: Screen[] = [
  {
    ...verify,
    name: 'verification, loading',
    isWaiting: true,
    before: withholdAnswer(VERIFICATION),
  },
  {
    ...verify,
    name: 'verification, the first time',
    isLong: true,
    before: being({ medianHours: 19.4 }),
    async prepare({ page }) {
      const state = { usr: { isWelcome: true }, key: 'first', idx: 0 }
      await page.evaluate((kept) => history.replaceState(kept, ''), state)
      await page.reload()
      await expect(main(page).getByText(/^(Willkommen|Welcome), /)).toBeVisible()
    },
  },
  { ...verify, name: 'verification', isLong: true, before: being({ medianHours: 19.4 }) },
  {
    ...verify,
    name: 'verification, in review',
    before: being({ status: 'pending', submittedAt: '2026-11-20T17:30:00.000Z', views }),
  },
  {
    ...verify,
    name: 'verification, withdraw',
    before: being({ status: 'pending', submittedAt: '2026-11-20T17:30:00.000Z' }),
    prepare: steps(press(/^(Einreichung zurückziehen|Withdraw)/), dialog),
  },
  {
    ...verify,
    name: 'verification, by one cent',
    isLong: true,
    before: being({}),
    prepare: ({ page }) => main(page).getByRole('tab').last().click(),
  },
  {
    ...verify,
    name: 'verification, rejected',
    isLong: true,
    before: being({
      status: 'rejected',
      reason: 'Das Foto auf der Vorderseite ist nicht zu erkennen.',
      views,
      receipts,
    }),
  },
  {
    ...verify,
    name: 'verification, verified',
    before: being({ status: 'verified', method: 'id_manual', views }),
  },
  {
    ...verify,
    name: 'verification, failed',
    before: refusing(VERIFICATION, 503, 'unavailable'),
    prepare: toast,
  },
  { ...verify, name: 'upload, explained', before: being({}), prepare: opened },
  {
    ...verify,
    name: 'upload, without consent',
    before: being({}),
    prepare: steps(opened, go(/^(Weiter|Continue)/), ({ page }) =>
      expect(page.getByRole('dialog').locator('[aria-invalid=true]')).toBeVisible(),
    ),
  },
  {
    ...verify,
    name: 'upload, files missing',
    before: being({}),
    prepare: steps(opened, consenting, go(SUBMIT), toast),
  },
  {
    ...verify,
    name: 'upload, ready',
    before: being({}),
    prepare: steps(opened, consenting, picking(0), taking, picking(4), taking),
  },
  {
    ...verify,
    name: 'upload, on its way',
    before: steps(being({}), withholdAnswer(/\/api\/verification\/files/)),
    prepare: steps(
      opened,
      consenting,
      picking(0),
      taking,
      picking(4),
      taking,
      go(SUBMIT),
      ({ page }) => expect(page.getByRole('progressbar')).toBeVisible(),
    ),
  },
  {
    ...verify,
    name: 'upload, cropping',
    before: being({}),
    prepare: steps(opened, consenting, picking(4)),
  },
  {
    ...verify,
    name: 'upload, the files',
    before: being({}),
    prepare: steps(opened, consenting),
  },
  {
    ...verify,
    name: 'upload, blackening',
    before: being({}),
    prepare: steps(opened, consenting, picking(0), blackening),
  },
]
