import type { AnswerOf } from '#contract/endpoint.ts'
import type { listMessages } from '#contract/contact.ts'
import { expect } from '../club/journey.ts'
import {
  alert,
  main,
  press,
  refusing,
  replaceAnswer,
  steps,
  submit,
  withholdAnswer,
} from './screens.acts.ts'
import type { Screen, GalleryStage } from './screens.ts'

type Messages = AnswerOf<typeof listMessages>

const visitor = { as: 'visitor', mixed: 'en' } as const
const legal = { ...visitor, isBilingual: true, isLong: true } as const
const desk = { as: 'admin', mixed: 'de', path: '/admin/kontakt' } as const
const LIST = /\/api\/admin\/contact(\?.*)?$/
const ANSWER = '**/api/admin/contact/*/answer'

const invalid = ({ page }: GalleryStage) =>
  expect(main(page).locator('[aria-invalid=true]').first()).toBeVisible()

async function fill({ page }: GalleryStage): Promise<void> {
  await main(page).locator('select').selectOption({ index: 1 })
  for (const name of ['location', 'explanation', 'text', 'name'])
    for (const field of await main(page).locator(`[name=${name}]`).all())
      await field.fill('Guten Abend')
  await main(page).locator('[name=email]').fill('mia@example.org')
  for (const box of await main(page).locator('[type=checkbox]').all()) await box.check()
}

const received = steps(
  replaceAnswer(/\/api\/contact$/, { reference: 'K-2026-000123' }),
  replaceAnswer(/\/api\/notices$/, { reference: 'M-2026-000123' }),
)
const receipt = ({ page }: GalleryStage) =>
  expect(main(page).getByText(/[KM]-2026-000123/)).toBeVisible()

const messages: Messages['messages'] = (
  [
    ['privacy', 'Josefine', 'Guten Abend,\nwelche Daten haben Sie über mich gespeichert?'],
    [
      'accessibility',
      null,
      `${'Donaudampfschifffahrt'.repeat(6)}\nhttps://example.org/${'a'.repeat(90)}`,
    ],
    ['press', 'A magazine', 'We would like to write about the club. Whom may we talk to?'],
  ] as const
).map(([topic, name, text], at) => ({
  id: `018f0000-0000-7000-8000-00000000000${at}`,
  reference: `K-2026-00012${at}`,
  topic,
  name,
  email: `guest${at}@example.org`,
  text,
  receivedAt: '2026-11-20T18:05:00.000Z',
  answer:
    at === 2
      ? { text: 'Gern: am besten mit mir.', by: 'Nora', at: '2026-11-21T08:12:00.000Z' }
      : null,
}))
const listing = (shown: Messages['messages'], hasMore: boolean) => (stage: GalleryStage) =>
  stage.page.route(LIST, (route) =>
    route.fulfill({
      json: {
        messages: shown,
        next: hasMore ? 'there' : null,
        open: shown.filter(({ answer }) => !answer).length,
      },
    }),
  )

/** What the law wants read, and the ways to the people behind the club. */
export const legalScreens: Screen[] = [
  { ...legal, name: 'terms', path: '/legal/terms' },
  { ...legal, name: 'privacy', path: '/legal/privacy' },
  { ...legal, name: 'imprint', path: '/legal/impressum' },
  { ...legal, name: 'cookies', path: '/legal/cookies' },
  { ...visitor, name: 'rules', path: '/regeln', isLong: true },
  { ...visitor, name: 'accessibility', path: '/barrierefreiheit', isLong: true },
  { ...visitor, name: 'contact', path: '/kontakt', isLong: true },
  {
    ...visitor,
    name: 'contact, with every error',
    path: '/kontakt',
    isLong: true,
    prepare: steps(submit, invalid),
  },
  {
    ...visitor,
    name: 'contact, not sent',
    path: '/kontakt',
    isLong: true,
    before: refusing('**/api/contact', 503, 'unavailable'),
    prepare: steps(fill, submit, alert),
  },
  {
    ...visitor,
    name: 'contact, sent',
    path: '/kontakt',
    before: received,
    prepare: steps(fill, submit, receipt),
  },
  { ...visitor, name: 'report', path: '/melden', isLong: true },
  {
    ...visitor,
    name: 'report, with every error',
    path: '/melden',
    isLong: true,
    prepare: steps(submit, invalid),
  },
  {
    ...visitor,
    name: 'report, sent',
    path: '/melden',
    isLong: true,
    before: received,
    prepare: steps(fill, submit, receipt),
  },
  { ...desk, name: 'messages', before: listing(messages, true) },
  { ...desk, name: 'messages, empty', before: listing([], false) },
  { ...desk, name: 'messages, loading', isWaiting: true, before: withholdAnswer(LIST) },
  { ...desk, name: 'messages, not loaded', before: refusing(LIST, 503, 'unavailable') },
  {
    ...desk,
    name: 'messages, an answer that could not be sent',
    before: steps(listing(messages, false), refusing(ANSWER, 503, 'unavailable')),
    prepare: steps(
      press(/^(Antworten|Answer)$/),
      ({ page }) => main(page).locator('textarea').fill('Gern.'),
      submit,
      alert,
    ),
  },
  {
    ...desk,
    name: 'messages, a colleague was quicker',
    before: steps(listing(messages, false), refusing(ANSWER, 409, 'already_decided')),
    prepare: steps(
      press(/^(Antworten|Answer)$/),
      ({ page }) => main(page).locator('textarea').fill('Gern.\nWir schicken Ihnen die Liste.'),
      listing(messages.slice(1), false),
      submit,
      ({ page }) =>
        expect(
          main(page).getByRole('region', { name: /^(Was Sie zu|What you had written about)/ }),
        ).toBeFocused(),
    ),
  },
]
