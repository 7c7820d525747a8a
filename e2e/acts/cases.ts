import { expect, type Member, type Page } from '../club/journey.ts'

const review = (page: Page) => page.getByRole('dialog', { name: /^Einreichung von/ })

export const toasts = (page: Page) => page.getByRole('region', { name: 'Mitteilungen' })

/** Opens somebody's newest submission from the list. */
export async function openReview(page: Page, { username }: { username: string }) {
  await page
    .getByRole('button', { name: `Ansehen: ${username}` })
    .first()
    .click()
  const dialog = review(page)
  await expect(dialog.getByText('Geburtsdatum laut Registrierung')).toBeVisible()
  return dialog
}

/** Opens one side; the image is there, not only its frame. */
export async function openSide(page: Page, side: 'Vorderseite' | 'Selfie'): Promise<void> {
  await review(page)
    .getByRole('button', { name: `Öffnen: ${side}` })
    .click()
}

export async function expectSeen(page: Page, side: 'Vorderseite' | 'Selfie'): Promise<void> {
  const image = review(page).getByAltText(`${side} der Einreichung von`)
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).not.toBe(0)
  // all of it, an upright one too
  const [seen, frame] = await image.evaluate((one) =>
    [one, one.parentElement!].map((element) => element.getBoundingClientRect().height),
  )
  expect(seen).toBeLessThanOrEqual(frame!)
}

/** Types the password once more, as is asked before the first image or decision. */
export async function prove(page: Page, { password }: Pick<Member, 'password'>): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Bitte bestätigen Sie, dass Sie es sind' })
  await dialog.getByLabel('Passwort', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Bestätigen' }).click()
}

/** What an approval needs. */
export async function lookAtBoth(page: Page): Promise<void> {
  for (const side of ['Vorderseite', 'Selfie'] as const) {
    await openSide(page, side)
    await expectSeen(page, side)
  }
}

export async function tickAll(page: Page): Promise<void> {
  const boxes = review(page).getByRole('group').getByRole('checkbox')
  await expect(boxes).toHaveCount(4)
  for (const box of await boxes.all()) await box.check()
}

export const decide = (page: Page, decision: 'Genehmigen' | 'Ablehnen') =>
  review(page).getByRole('button', { name: decision, exact: true }).click()
