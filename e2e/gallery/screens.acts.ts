import type { Route } from '@playwright/test'
import { now } from '#testing/random.ts'
import { expect, type Page } from '../club/journey.ts'
import type { GalleryStage } from './screens.ts'

/** An instant so many hours from now, for what counts down or has just been. */
export const inHours = (hours: number) =>
  new Date(now().getTime() + hours * 3_600_000).toISOString()

export const main = (page: Page) => page.getByRole('main')

const held = new Set<Route>()

/** What a screen is like while an answer is on its way, for as long as one looks. */
export const withholdAnswer = (path: string | RegExp, method?: string) => (stage: GalleryStage) =>
  stage.page.route(path, (route) => {
    if (method && route.request().method() !== method) return route.continue()
    return void held.add(route)
  })

/** Lets what was kept waiting fail, or it would reach the club once nothing stands in its way. */
export async function giveUp(): Promise<void> {
  for (const route of held) await route.abort().catch(() => {})
  held.clear()
}

type Refused = { method?: string; errors?: { path: string; message: string }[] }

/** Each call of a path, or those of one method, is refused; where fields are to blame, with what is wrong in them. */
export const refusing =
  (path: string | RegExp, status: number, code: string, { method, errors }: Refused = {}) =>
  (stage: GalleryStage) =>
    stage.page.route(path, (route) =>
      method && route.request().method() !== method
        ? route.continue()
        : route.fulfill({ status, json: { code, ...(errors && { errors }) } }),
    )

/** What the club would answer if things were so. */
export const replaceAnswer = (path: RegExp, json: object) => (stage: GalleryStage) =>
  stage.page.route(path, (route) => route.fulfill({ json }))

/** The real answer, with something in it that would take days to come about. */
export const answering =
  <A>(path: string | RegExp, change: (answer: A) => A) =>
  (stage: GalleryStage) =>
    stage.page.route(path, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: change((await response.json()) as A) })
    })

export const dialog = ({ page }: GalleryStage) =>
  expect(page.getByRole('dialog').first()).toBeVisible()
/** What is to be known of an upload, with the consent below it. */
export const openExplanation = ({ page }: GalleryStage) =>
  expect(page.getByRole('dialog').getByRole('checkbox')).toBeVisible()

/** One that says something: the places for a field's problems are there before their words. */
export const alert = ({ page }: GalleryStage) =>
  expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible()

/** A toast, as it stands for as long as the pointer rests on it. */
export async function toast({ page }: GalleryStage): Promise<void> {
  const shown = page.locator('[data-tone] :is(h2, h3)').last()
  await expect(shown).toBeVisible()
  await shown.hover()
}

/** Presses the n-th button of the screen's own part. */
export const press =
  (name: RegExp) =>
  async ({ page }: GalleryStage) =>
    main(page).getByRole('button', { name }).first().click()

export const submit = ({ page }: GalleryStage) =>
  main(page).locator('form button[type=submit]').first().click()

/** What one can do about a post of somebody else: one's own offers other things. */
export const openMenuOfAnother = ({ page, ben }: GalleryStage) =>
  main(page)
    .getByRole('button', { name: new RegExp(`^(More about|Mehr zum).*${ben.username}`) })
    .first()
    .click()

/** One after the other. */
export const steps =
  (...acts: ((stage: GalleryStage) => Promise<unknown>)[]) =>
  async (stage: GalleryStage) => {
    for (const act of acts) await act(stage)
  }
