import type { getPace, listWords } from '#contract/content-rules/contentRules.ts'
import type { getSession } from '#contract/accounts/session.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { expect } from '../../club/journey.ts'
import {
  alert,
  answering,
  main,
  refusing,
  replaceAnswer,
  steps,
  submit,
  withholdAnswer,
} from '../screens.acts.ts'
import type { Screen, GalleryStage } from '../screens.ts'

const WORDS = /\/api\/admin\/words$/
const desk = { as: 'admin', mixed: 'de', path: '/admin/words', isLong: true } as const
const room = { as: 'member', mixed: 'en', path: '/room/:slug' } as const
const AT = '2026-11-20T18:05:00.000Z'
const idOf = (at: number) => `018f0000-0000-7000-8000-00000000000${at}`

const words: AnswerOf<typeof listWords> = {
  words: ['Pfuiwort', 'Donaudampfschifffahrtspfuigesellschaft', 'Schimpf'].map((word, at) => ({
    id: idOf(at),
    word,
    addedAt: AT,
  })),
}
const as = (more: object) =>
  answering('**/api/auth/session', (answer: AnswerOf<typeof getSession>) => ({
    ...answer,
    session: answer.session && { ...answer.session, ...more },
  }))
const type =
  (text: string) =>
  async ({ page }: GalleryStage) => {
    await main(page).getByRole('textbox').first().fill(text)
    await expect(main(page).locator('[data-tone]').first()).toBeVisible()
  }

/** What is said of what one writes, and hiding. */
export const pacingScreens: Screen[] = [
  {
    ...room,
    name: 'room, a newcomer writes a phone number',
    before: as({ isNewcomer: true }),
    prepare: type('Ruf mich an: 0176 12345678'),
  },
  {
    ...room,
    name: 'room, a phone number in a slow room',
    before: steps(
      as({ isNewcomer: false }),
      replaceAnswer(/\/pace$/, { slowSeconds: 120, waitSeconds: 90 } satisfies AnswerOf<
        typeof getPace
      >),
    ),
    prepare: steps(type('Ruf mich an: 0176 12345678'), ({ page }) =>
      expect(main(page).getByRole('timer')).toBeVisible(),
    ),
  },
  { ...room, name: 'room, hidden', before: as({ isHidden: true }) },
  {
    as: 'member',
    mixed: 'en',
    path: '/settings/visibility',
    name: 'settings, hidden',
    before: as({ isHidden: true }),
  },
  { ...desk, name: 'words', before: replaceAnswer(WORDS, words) },
  {
    ...desk,
    name: 'words, an empty one',
    before: replaceAnswer(WORDS, words),
    prepare: steps(submit, alert),
  },
  { ...desk, name: 'words, none', before: replaceAnswer(WORDS, { words: [] }) },
  { ...desk, name: 'words, loading', isWaiting: true, before: withholdAnswer(WORDS) },
  { ...desk, name: 'words, not loaded', before: refusing(WORDS, 503, 'unavailable') },
]
