import { expect, type Page } from './journey.ts'
import type { Stage } from './screens.ts'

export const main = (page: Page) => page.getByRole('main')

/** What a screen is like while an answer is on its way, for as long as one looks. */
export const unanswered = (path: string | RegExp) => (stage: Stage) =>
  stage.page.route(path, () => {})

export const refusing =
  (path: string | RegExp, status: number, code: string, method?: string) => (stage: Stage) =>
    stage.page.route(path, (route) =>
      method && route.request().method() !== method
        ? route.continue()
        : route.fulfill({ status, json: { code } }),
    )

/** What the club would answer if things were so. */
export const saying = (path: RegExp, json: object) => (stage: Stage) =>
  stage.page.route(path, (route) => route.fulfill({ json }))

/** The real answer, with something in it that would take days to come about. */
export const answering =
  <A>(path: string | RegExp, change: (answer: A) => A) =>
  (stage: Stage) =>
    stage.page.route(path, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: change((await response.json()) as A) })
    })

export const dialog = ({ page }: Stage) => expect(page.getByRole('dialog').first()).toBeVisible()
/** One that says something: the places for a field's problems are there before their words. */
export const alert = ({ page }: Stage) =>
  expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible()

/** A toast, as it stands for as long as the pointer rests on it. */
export async function toast({ page }: Stage): Promise<void> {
  const shown = page.locator('[data-tone] :is(h2, h3)').last()
  await expect(shown).toBeVisible()
  await shown.hover()
}

/** Presses the n-th button of the screen's own part. */
export const press =
  (name: RegExp) =>
  async ({ page }: Stage) =>
    main(page).getByRole('button', { name }).first().click()

export const submit = ({ page }: Stage) =>
  main(page).locator('form button[type=submit]').first().click()

/** One after the other. */
export const steps =
  (...acts: ((stage: Stage) => Promise<unknown>)[]) =>
  async (stage: Stage) => {
    for (const act of acts) await act(stage)
  }
