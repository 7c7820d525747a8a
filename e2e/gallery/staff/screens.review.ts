import type { AnswerOf } from '#contract/endpoint.ts'
import type { getSubmission, listSubmissions } from '#contract/verification/review.ts'
import { expect } from '../../club/journey.ts'
import {
  dialog,
  inHours,
  main,
  press,
  refusing,
  steps,
  toast,
  withholdAnswer,
} from '../screens.acts.ts'
import type { Screen, GalleryStage } from '../screens.ts'

type Submission = AnswerOf<typeof getSubmission>
type List = AnswerOf<typeof listSubmissions>

const review = { as: 'admin', mixed: 'de', path: '/admin/verifications' } as const
const LIST = /\/api\/admin\/verifications(\?.*)?$/
const ONE = /\/api\/admin\/verifications\/[^/?]+$/
const IMAGES = /\/api\/admin\/verifications\/[^/]+\/images$/
const IMAGE = /\/images\/(front|back|selfie)\?link=/

const hoursAgo = (hours: number) => inHours(-hours)

const submissions = (
  [
    ['Josefine', 'id_manual', 0.4, 'pending'],
    ['Konstantin', 'id_manual', 3, 'pending'],
    ['Mira', 'id_manual', 26, 'pending'],
    ['Bogdan', 'payment', 29, 'verified'],
    ['Annalena', 'id_manual', 37, 'pending'],
    [null, 'id_manual', 47, 'rejected'],
    ['Théo', 'id_manual', 52, 'pending'],
    ['Ruth', 'id_auto', 75, 'verified'],
  ] as const
).map(([username, method, hours, status], at) => ({
  id: `018f0000-0000-7000-8000-00000000000${at}`,
  username,
  method,
  submittedAt: hoursAgo(hours),
  status,
}))
const waiting = submissions.filter(({ status }) => status === 'pending')

const listing = (shown: List['submissions'], hasMore: boolean) => (stage: GalleryStage) =>
  stage.page.route(LIST, (route) =>
    route.fulfill({
      json: {
        submissions: shown,
        next: hasMore ? 'there' : null,
        waiting: shown.length && waiting.length,
      },
    }),
  )

const being = (change: Partial<Submission> = {}) =>
  steps(listing(submissions, true), ({ page }) =>
    page.route(ONE, (route) => {
      const line = submissions.find(({ id }) => route.request().url().endsWith(id))
      const pending: Partial<Submission> = {
        birthdate: '1991-04-17',
        age: 35,
        language: 'de',
        sides: ['front', 'back', 'selfie'],
        seen: ['front', 'selfie'],
        note: null,
        reviewer: null,
        decidedAt: null,
        isOwn: false,
      }
      return route.fulfill({ json: { ...line, ...pending, ...change } })
    }),
  )

/** A card of nobody, and somebody without a face. */
const drawn = (side: string) =>
  side === 'selfie'
    ? '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200" viewBox="0 0 900 1200"><rect width="900" height="1200" fill="#d8cabb"/><circle cx="450" cy="480" r="210" fill="#a98e78"/><path d="M80 1200c40-300 180-420 370-420s330 120 370 420z" fill="#6d5a66"/></svg>'
    : '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="760" viewBox="0 0 1200 760"><rect width="1200" height="760" rx="36" fill="#c9dbe4"/><rect x="60" y="180" width="330" height="430" fill="#9fb9c7"/><path d="M450 220h420M450 310h420M450 400h300M450 490h360" stroke="#4a5b66" stroke-width="26"/><rect x="880" y="60" width="250" height="34"/><rect x="930" y="660" width="200" height="34"/></svg>'

const givingImages = async ({ page }: GalleryStage) => {
  await page.route(IMAGES, (route) => {
    const { side } = route.request().postDataJSON() as { side: string }
    const url = `${route.request().url()}/${side}?link=shown`
    return route.fulfill({ json: { url, expiresAt: hoursAgo(-0.08) } })
  })
  await page.route(IMAGE, (route) => {
    const side = IMAGE.exec(route.request().url())?.[1] ?? ''
    return route.fulfill({ contentType: 'image/svg+xml', body: drawn(side) })
  })
}

const opened = steps(press(/^(Ansehen|View): Mira/), dialog, ({ page }) =>
  expect(page.getByRole('dialog').locator('dl').first()).toBeVisible(),
)

async function lookingAtAll({ page }: GalleryStage): Promise<void> {
  await page.keyboard.press('o')
  await expect(page.getByRole('dialog').getByRole('img')).toHaveCount(3)
}

export const reviewScreens: Screen[] = [
  { ...review, name: 'review', isLong: true, before: listing(submissions, true) },
  {
    ...review,
    name: 'review, the queue',
    isLong: true,
    path: '/admin/verifications?filter=queue',
    before: listing(waiting.toReversed(), false),
  },
  {
    ...review,
    name: 'review, nobody waits',
    isLong: true,
    path: '/admin/verifications?filter=queue',
    before: listing([], false),
  },
  { ...review, name: 'review, empty', isLong: true, before: listing([], false) },
  {
    ...review,
    name: 'review, loading',
    isLong: true,
    isWaiting: true,
    before: withholdAnswer(LIST),
    prepare: ({ page }) => expect(main(page).locator('[aria-busy=true]')).toBeVisible(),
  },
  {
    ...review,
    name: 'review, failed',
    before: refusing(LIST, 503, 'unavailable'),
    prepare: toast,
  },
  { ...review, name: 'a submission', isLong: true, before: being(), prepare: opened },
  {
    ...review,
    name: 'a submission, its images',
    isLong: true,
    before: steps(being(), givingImages),
    prepare: steps(opened, lookingAtAll),
  },
  {
    ...review,
    name: 'a submission, the password first',
    before: steps(being(), refusing(IMAGES, 403, 'proof_needed')),
    prepare: steps(opened, async ({ page }) => {
      await page.keyboard.press('f')
      await expect(page.locator('input[type=password]')).toBeVisible()
    }),
  },
  {
    ...review,
    name: 'a submission, the wrong password',
    before: steps(
      being(),
      refusing(IMAGES, 403, 'proof_needed'),
      refusing(/\/api\/auth\/proof$/, 401, 'invalid_credentials'),
    ),
    prepare: steps(opened, async ({ page }) => {
      await page.keyboard.press('f')
      await page.locator('input[type=password]').fill('wrong horse')
      await page.keyboard.press('Enter')
      await expect(page.locator('input[type=password]')).toHaveAttribute('aria-invalid', 'true')
    }),
  },
  {
    ...review,
    name: 'a submission, an image that failed',
    isLong: true,
    before: steps(being(), refusing(IMAGES, 503, 'unavailable')),
    prepare: steps(opened, async ({ page }) => {
      await page.keyboard.press('f')
      await expect(
        page.getByRole('dialog').getByRole('alert').filter({ hasText: /./ }),
      ).toBeVisible()
    }),
  },
  {
    ...review,
    name: 'a submission, rejected without a reason',
    isLong: true,
    before: being({ birthdate: '2009-01-02', age: 17, sides: ['front', 'selfie'] }),
    prepare: steps(
      opened,
      ({ page }) =>
        page
          .getByRole('dialog')
          .getByRole('button', { name: /^(Ablehnen|Reject)$/ })
          .click(),
      toast,
    ),
  },
  {
    ...review,
    name: 'a submission, its documents gone',
    isLong: true,
    before: being({ sides: ['back'] }),
    prepare: opened,
  },
  {
    ...review,
    name: 'a submission, under age',
    isLong: true,
    before: being({ birthdate: '2010-05-20', age: 16 }),
    prepare: opened,
  },
  {
    ...review,
    name: 'a submission, under age and all checked',
    isLong: true,
    before: being({ birthdate: '2010-05-20', age: 16 }),
    prepare: steps(opened, async ({ page }) => {
      const review = page.getByRole('dialog')
      for (const box of await review.getByRole('group').getByRole('checkbox').all())
        await box.check()
      await expect(review.getByRole('button', { name: /^(Genehmigen|Approve)$/ })).toBeDisabled()
    }),
  },
  {
    ...review,
    name: 'a submission, all checked',
    isLong: true,
    before: being(),
    prepare: steps(opened, async ({ page }) => {
      for (const box of await page.getByRole('dialog').getByRole('checkbox').all())
        await box.check()
    }),
  },
  {
    ...review,
    name: 'a submission, decided',
    before: being({
      status: 'rejected',
      sides: [],
      reviewer: 'Ada',
      decidedAt: hoursAgo(1),
      note: 'Das Foto auf der Vorderseite ist nicht zu erkennen.',
    }),
    prepare: opened,
  },
  { ...review, name: 'a submission of one’s own', before: being({ isOwn: true }), prepare: opened },
  {
    ...review,
    name: 'review, the keys',
    before: listing(submissions, true),
    prepare: steps(async ({ page }) => {
      await expect(main(page).getByRole('table')).toBeVisible()
      await page.keyboard.press('?')
    }, dialog),
  },
]
