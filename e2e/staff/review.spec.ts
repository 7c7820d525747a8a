import { decide, lookAtBoth, openReview, tickAll, toasts } from '../acts/cases.ts'
import type { Locator } from '@playwright/test'
import { expect, test, type Page } from '../club/journey.ts'

test.use({ emailConfirmation: 'off' })

/** Keeps decisions on their way until as many have been made. */
function gate(pages: Page[]) {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  let waiting = 0
  return Promise.all(
    pages.map((page) =>
      page.route(/\/decision$/, async (route) => {
        waiting += 1
        if (waiting === pages.length) open()
        await opened
        await route.continue()
      }),
    ),
  )
}

test('of two reviewers at once one decides, and the other is told and sees how it ended @long', async ({
  club,
  device,
}) => {
  const mia = await club.member()
  await club.submit(mia)
  const desks: Page[] = []
  for (const name of ['Jo', 'Ada']) {
    const chief = await club.member({ name, isAdmin: true })
    const desk = await device({ as: chief, viewport: { width: 1280, height: 900 } })
    await desk.goto('/admin/verifications')
    await openReview(desk, mia)
    desks.push(desk)
  }
  const [yes, no] = desks as [Page, Page]
  await gate(desks)
  await lookAtBoth(yes)
  await tickAll(yes)
  await no.getByLabel('Begründung oder Notiz').fill('Das Foto ist unscharf.')
  const answers = Promise.all(desks.map((desk) => desk.waitForResponse(/\/decision$/)))
  await decide(yes, 'Genehmigen')
  await decide(no, 'Ablehnen')
  const [isApproved, isRejected] = (await answers).map((answer) => answer.ok())
  expect(isApproved).toBe(!isRejected)
  const [winner, loser] = isApproved ? [yes, no] : [no, yes]
  await expect(toasts(winner)).toContainText(
    isApproved ? 'Verifizierung genehmigt' : 'Verifizierung abgelehnt',
  )
  await expect(toasts(loser)).toContainText('Fehler')
  await expect(toasts(loser)).toContainText('Die Prüfung konnte nicht abgeschlossen werden.')
  await expect(toasts(loser)).not.toContainText(/genehmigt|abgelehnt/)

  // both screens, and the member's, tell the same end
  for (const desk of desks) {
    const review = desk.getByRole('dialog')
    await expect(review).toContainText(isApproved ? 'Genehmigt' : 'Abgelehnt')
    await expect(review.getByRole('button', { name: 'Genehmigen' })).toHaveCount(0)
  }
  const page = await device({ as: mia })
  await page.goto('/verify')
  await expect(page.getByRole('region', { name: 'Ihr Status' })).toContainText(
    isApproved ? 'Verifiziert' : 'Abgelehnt',
  )
})

test('the queue goes from who has waited longest to nobody, and fills by itself @long', async ({
  club,
  device,
}) => {
  const [mia, ben] = [await club.member(), await club.member({ name: 'Ben' })]
  const chief = await club.member({ name: 'Jo', isAdmin: true })
  await club.settleAll()
  await club.submit(mia)
  const desk = await device({ as: chief, viewport: { width: 1280, height: 900 } })
  await desk.goto('/admin/verifications')
  await desk.getByRole('button', { name: /^Warteschlange/ }).click()
  const rows = desk.getByRole('row').filter({ hasText: 'Ausstehend' })
  await expect(rows).toHaveCount(1)
  await expect(desk.getByRole('button', { name: /^Warteschlange/ })).toContainText('1')
  await club.submit(ben)
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(mia.username)
  await expect(desk.getByRole('button', { name: /^Warteschlange/ })).toContainText('2')
  await club.withdraw(mia)
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(ben.username)
  await club.withdraw(ben)
  await expect(desk.getByText('Die Warteschlange ist leer.')).toBeVisible()
})

test('approving one and coming to the next takes six clicks, or six keys, and all of it is in sight', async ({
  club,
  device,
}) => {
  const people = [
    await club.member({ name: 'Mia' }),
    await club.member({ name: 'Ben' }),
    await club.member({ name: 'Cleo' }),
  ] as const
  const chief = await club.member({ name: 'Jo', isAdmin: true })
  await club.settleAll()
  for (const one of people) await club.submit(one)
  const [mia, ben, cleo] = people
  const desk = await device({ as: chief, viewport: { width: 1440, height: 900 } })
  await desk.goto('/admin/verifications?filter=queue')
  const review = await openReview(desk, mia)
  const images = review.getByRole('img')
  const seen = () =>
    expect
      .poll(() =>
        images.evaluateAll((all) =>
          all.map((one) => (one as HTMLImageElement).complete && one.clientHeight >= 500),
        ),
      )
      .toEqual([true, true])

  let clicks = 0
  const click = async (target: Locator) => {
    await expect(target).toBeInViewport({ ratio: 1 })
    await target.click()
    clicks += 1
  }
  await click(review.getByRole('button', { name: 'Beide öffnen' }))
  await seen()
  // nothing is cut off, and nothing scrolls
  expect(
    await review.evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight),
  ).toBeLessThanOrEqual(0)
  for (const box of await review.getByRole('group').getByRole('checkbox').all()) await click(box)
  await click(review.getByRole('button', { name: 'Genehmigen' }))
  await expect(review).toContainText(ben.username)
  expect(clicks).toBe(6)

  await expect(review.getByText('Geburtsdatum laut Registrierung')).toBeVisible()
  await desk.keyboard.press('o')
  await seen()
  for (const key of ['1', '2', '3', '4']) await desk.keyboard.press(key)
  // drawn is not yet told: an image counts as seen once its page has heard that it came
  await expect(review.getByRole('button', { name: 'Genehmigen' })).toBeEnabled()
  await desk.keyboard.press('Enter')
  await expect(review).toContainText(cleo.username)
  // the sentence a note begins with is in the language of who reads it, and is taken back like what one typed
  const note = review.getByLabel('Begründung oder Notiz')
  await note.pressSequentially('Hallo.')
  await review
    .getByRole('combobox', { name: 'Mit einem Satz beginnen …' })
    .selectOption({ index: 2 })
  await expect(note).toHaveValue(/^Hallo\. The picture is blurred/)
  await desk.keyboard.press('Control+z')
  await expect(note).toHaveValue('Hallo.')
  // each opening of theirs is on record, and theirs to read
  const page = await device({ as: mia })
  await page.goto('/settings/records')
  await page.getByRole('button', { name: 'Show views' }).click()
  await expect(
    page.getByRole('list', { name: 'Who viewed my documents' }).locator('li'),
  ).toHaveCount(2)
})

test('an admin’s own documents are for somebody else to review @long', async ({ club, device }) => {
  const chief = await club.member({ name: 'Jo', isAdmin: true })
  await club.submit(chief)
  const desk = await device({ as: chief })
  await desk.goto('/admin/verifications')
  const review = await openReview(desk, chief)
  await expect(review).toContainText('Das sind Ihre eigenen Dokumente')
  for (const name of [/^Öffnen/, /^Genehmigen/, /^Ablehnen/])
    await expect(review.getByRole('button', { name })).toHaveCount(0)
})
