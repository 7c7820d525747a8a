import { legalLabels } from '#contract/billing/legalLabels.ts'
import type { ClubUnderTest } from '../club/club.ts'
import { expect, test, type Member, type Page } from '../club/journey.ts'
import { letTermPass } from '../acts/billing.ts'

test.use({ emailConfirmation: 'off', payments: 'house' })

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const press = (page: Page, name: string) => main(page).getByRole('button', { name }).click()
const follow = (page: Page, name: string) => main(page).getByRole('link', { name }).click()
const card = (page: Page, room: string) => page.getByRole('article').filter({ hasText: room })

/** A browser that speaks German, in which a member is signed in. */
async function inGerman(page: Page): Promise<Page> {
  await page.addInitScript(() => localStorage.setItem('language', 'de'))
  return page
}

/** From the summary over the provider and back. */
async function order(page: Page): Promise<void> {
  await page.goto('/upgrade')
  const button = page.getByRole('button', { name: legalLabels.order, exact: true })
  await expect(button).toHaveText('Zahlungspflichtig bestellen')
  await expect(main(page)).toContainText('19,90 € im Monat Inklusive 19 % Mehrwertsteuer')
  await expect(page.getByRole('checkbox')).not.toBeChecked()
  await button.click()
  await expect(page).toHaveURL(/\/approve\//)
  await page.getByRole('button', { name: 'Zustimmen und zahlen' }).click()
  await expect(page).toHaveURL(/\/upgrade\/[0-9a-f-]{36}$/)
  await expect(heading(page, 'Premium ist offen')).toBeVisible()
}

/** In three rooms already, so that a fourth needs Premium. */
async function full(club: ClubUnderTest): Promise<{ mia: Member; names: string[] }> {
  const mia = await club.member()
  const names = ['Atelier', 'Bibliothek', 'Café']
  for (const name of names) await club.enter(mia, await club.room({ name }))
  return { mia, names }
}

test('order, use, cancel, and what stays when the paid month is over', async ({ club, device }) => {
  const { mia } = await full(club)
  const loge = await club.room({ name: 'Privatloge', accessLevel: 'paid' })
  const page = await inGerman(await device({ as: mia }))
  const other = await inGerman(await device({ as: mia }))
  await other.goto('/rooms')
  await expect(card(other, 'Privatloge')).toContainText('gehört zu Premium')

  await page.goto(`/room/${loge}`)
  await page.getByRole('dialog').getByRole('link', { name: 'Upgrade' }).click()
  await expect(page).toHaveURL('/upgrade')
  await order(page)

  // the other tab has not been touched
  await expect(card(other, 'Privatloge')).not.toContainText('gehört zu Premium')
  await page.goto(`/room/${loge}`)
  await expect(heading(page, 'Privatloge')).toBeVisible()

  await page.goto('/settings/contract')
  await expect(main(page).getByText('Aktiv', { exact: true })).toBeVisible()
  await expect(main(page).getByRole('link', { name: /^PDF/ })).toBeVisible()
  await press(page, 'Abonnement kündigen')
  await page.getByRole('dialog').getByRole('button', { name: 'Jetzt kündigen' }).click()
  const toast = page.getByRole('region', { name: 'Mitteilungen' })
  await expect(toast).toContainText('Abonnement gekündigt')
  await expect(toast).toContainText('Es wird nichts mehr abgebucht.')
  await expect(main(page).getByText('Gekündigt', { exact: true })).toBeVisible()
  await page.goto(`/room/${loge}`)
  await expect(heading(page, 'Privatloge')).toBeVisible()

  await letTermPass(club.server, mia.email, 40)
  // every open tab is told
  await expect(heading(page, '„Privatloge“ ist für dich noch nicht offen')).toBeVisible({
    timeout: 30_000,
  })
  await other.goto('/rooms')
  await expect(main(other)).toContainText('Einige Ihrer Räume ruhen')
  await press(other, 'Räume wählen')
  const choice = other.getByRole('dialog')
  await expect(choice.getByRole('checkbox')).toHaveCount(4)
  for (const box of await choice.getByRole('checkbox').all()) await box.uncheck()
  for (const name of ['Atelier', 'Café']) await choice.getByLabel(name).check()
  await choice.getByRole('button', { name: 'Auswahl speichern' }).click()
  await expect(main(other)).toContainText('Offen sind jetzt: Atelier, Café.')
  await expect(card(other, 'Bibliothek')).toContainText('Ruht')
  await other.goto('/settings')
  await expect(main(other).getByText('Free-Plan', { exact: true })).toBeVisible()
})

test('order, withdraw, and the money comes back @long', async ({ club, device }) => {
  const mia = await club.member()
  const page = await inGerman(await device({ as: mia }))
  await order(page)
  await page.goto('/settings/contract')
  await expect(main(page)).toContainText('Heute erhielten Sie 19,90 € zurück')
  await follow(page, legalLabels.withdrawHere)
  await expect(page).toHaveURL('/widerruf')
  await main(page).getByLabel('Ihr Name').fill('Mia Muster')
  await main(page).getByLabel('Welcher Vertrag?').fill(mia.email)
  await main(page).getByLabel('E-Mail für die Bestätigung').fill(mia.email)
  await press(page, 'Weiter')
  await expect(main(page)).toContainText('19,90')
  await main(page).getByRole('button', { name: legalLabels.confirmWithdrawal }).click()
  await expect(heading(page, 'Ihr Widerruf ist eingegangen')).toBeVisible()

  await page.goto('/settings/contract')
  await expect(async () => {
    await page.reload()
    await expect(main(page)).toContainText('Die Erstattung ist unterwegs')
  }).toPass({ timeout: 30_000 })
  await expect(main(page).getByText('Free-Plan', { exact: true })).toBeVisible()

  // the owner has three days to object; then the money goes
  await letTermPass(club.server, mia.email, 4)
  await expect(async () => {
    await page.reload()
    await expect(main(page)).toContainText('Das Geld ist erstattet.')
  }).toPass({ timeout: 60_000 })
  await expect(main(page)).toContainText('Rechnungskorrektur')
})

test('declining at the provider orders nothing @long', async ({ club, device }) => {
  const page = await inGerman(await device({ as: await club.member() }))
  await page.goto('/upgrade')
  await page.getByRole('button', { name: legalLabels.order }).click()
  await page.getByRole('button', { name: 'Ablehnen' }).click()
  await expect(heading(page, 'Es wurde nichts bestellt')).toBeVisible()
  await page.goto('/settings')
  await expect(main(page).getByText('Free-Plan', { exact: true })).toBeVisible()
})

test('a laptop closed in the middle finds its order again @long', async ({ club, device }) => {
  const mia = await club.member()
  const page = await inGerman(await device({ as: mia }))
  await page.goto('/upgrade')
  await page.getByRole('button', { name: legalLabels.order }).click()
  await expect(page).toHaveURL(/\/approve\//)
  await page.close()

  const later = await inGerman(await device({ as: mia }))
  await later.goto('/settings')
  await follow(later, 'Zur Bestellung')
  await follow(later, 'Weiter zum Zahlungsanbieter')
  await later.getByRole('button', { name: 'Zustimmen und zahlen' }).click()
  await expect(heading(later, 'Premium ist offen')).toBeVisible()
})
