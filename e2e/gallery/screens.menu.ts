import type { getSession } from '#contract/accounts/auth.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { answering, dialog, refusing, steps } from './screens.acts.ts'
import type { Screen, GalleryStage } from './screens.ts'

const rooms = { as: 'member', mixed: 'en', path: '/rooms' } as const
const open = async (stage: GalleryStage) => {
  await stage.page.getByRole('button', { name: /^(Your menu|Ihr Menü)$/ }).click()
  await dialog(stage)
}
const hide = ({ page }: GalleryStage) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Hide me now|Jetzt verbergen|Mich jetzt verbergen)$/ })
    .click()

/** What stands behind one button in the header of every screen of members. */
export const menuScreens: Screen[] = [
  { ...rooms, name: 'menu', prepare: open },
  {
    ...rooms,
    name: 'menu, hidden',
    before: answering('**/api/auth/session', (answer: AnswerOf<typeof getSession>) => ({
      ...answer,
      session: answer.session && { ...answer.session, isHidden: true },
    })),
    prepare: open,
  },
  {
    ...rooms,
    name: 'menu, hiding refused',
    before: refusing('**/api/mine/hidden', 503, 'unavailable'),
    prepare: steps(open, hide, ({ page }) =>
      page.getByRole('dialog').getByRole('alert').filter({ hasText: /\S/ }).waitFor(),
    ),
  },
]
