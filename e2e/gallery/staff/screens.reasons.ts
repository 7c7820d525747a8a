import { caseFile, deskId, statement } from '#web/testing/cases.ts'
import { inHours, main, replaceAnswer, steps } from '../screens.acts.ts'
import type { Screen } from '../screens.ts'

const lifted = { kind: 'removal', endsAt: null, liftedAt: '2026-11-21T10:00:00.000Z' } as const

/** What comes back of a removal, and a decision about a member who reads another language. */
export const reasonScreens: Screen[] = [
  {
    as: 'member',
    mixed: 'en',
    name: 'a decision about oneself, lifted, with a photo that had no room',
    path: `/statements/${deskId(501)}`,
    isLong: true,
    before: replaceAnswer(/\/api\/statements$/, {
      statements: [
        statement({
          ...lifted,
          removed: { kind: 'photo', text: null },
          restored: 'no_room',
          mayAppeal: false,
        }),
      ],
    }),
  },
  {
    as: 'admin',
    mixed: 'de',
    name: 'a case about a member who reads English, with what they will read',
    path: `/admin/reports/${deskId(701)}`,
    isLong: true,
    before: replaceAnswer(
      /\/api\/desk\/cases\/[\w-]{36}$/,
      caseFile({ openedAt: inHours(-2), dueAt: inHours(70), language: 'en' }),
    ),
    prepare: steps(
      ({ page }) =>
        main(page)
          .getByRole('radio', { name: /^(Verwarnen|Warn)/ })
          .check(),
      ({ page }) =>
        main(page)
          .getByText(/^(Was das Mitglied lesen wird|What the member will read)$/)
          .click(),
      ({ page }) => main(page).getByText('This is a warning.').waitFor(),
    ),
  },
]
