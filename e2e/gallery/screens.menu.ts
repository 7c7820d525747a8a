import type { getSession } from '#contract/accounts/session.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { answering, dialog, refusing, steps } from './screens.acts.ts'
import type { Screen, GalleryStage } from './screens.ts'

const me = { as: 'member', mixed: 'en', path: '/me' } as const
const hide = ({ page }: GalleryStage) =>
  page.getByRole('checkbox', { name: /^(Invisible|Unsichtbar)$/ }).click()
const press = (keys: string) => async (stage: GalleryStage) => {
  await stage.page.locator('main h1').waitFor()
  await stage.page.keyboard.press(keys)
  await dialog(stage)
}

/** What is one's own on a phone, and what opens over any screen by a press. */
export const menuScreens: Screen[] = [
  { ...me, name: 'me', isLong: true },
  {
    ...me,
    name: 'me, hidden',
    before: answering('**/api/auth/session', (answer: AnswerOf<typeof getSession>) => ({
      ...answer,
      session: answer.session && { ...answer.session, isHidden: true },
    })),
  },
  {
    ...me,
    name: 'me, hiding refused',
    before: refusing('**/api/mine/hidden', 503, 'unavailable'),
    prepare: steps(hide, ({ page }) =>
      page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ }).waitFor(),
    ),
  },
  { ...me, name: 'jump', prepare: press('Control+k') },
  { ...me, name: 'shortcuts', prepare: press('?') },
]
