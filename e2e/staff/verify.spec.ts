import sharp from 'sharp'
import { card } from '../acts/card.ts'
import { toasts } from '../acts/cases.ts'
import { jpeg, listen, pixels } from '../acts/documents.ts'
import { expect, expectAccessible, test } from '../club/journey.ts'
import { focusByTab } from '../club/keys.ts'

test.use({ emailConfirmation: 'off' })

test('what is blackened is gone before anything is sent, and so is all the file said of itself', async ({
  club,
  device,
}) => {
  const page = await device({ as: await club.member(), viewport: { width: 1280, height: 900 } })
  const sent = await listen(page)
  await page.goto('/verify')
  await expect(page.getByText('Unverifiziert')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Dokumente hochladen' }).click()
  const dialog = page.getByRole('dialog')
  const button = (name: string | RegExp) => dialog.getByRole('button', { name })
  await expect(dialog.getByText(/Zugangsnummer und die Seriennummer/)).toBeVisible()
  await expect(dialog.locator('input[type=file]')).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('checkbox').check()
  await button('Weiter zur Auswahl').click()

  // one box drawn, one tapped, one set and moved by keyboard; then the card is turned
  await dialog.getByLabel('Datei für die Vorderseite').setInputFiles(jpeg('vorn.jpg', await card()))
  const canvas = (await dialog.locator('canvas').boundingBox())!
  const point = (x: number, y: number) =>
    [canvas.x + canvas.width * x, canvas.y + canvas.height * y] as const
  await page.mouse.move(...point(0.65, 0.05))
  await page.mouse.down()
  await page.mouse.move(...point(0.95, 0.2), { steps: 4 })
  await page.mouse.up()
  await expect(button(/^Schwärzung 1: 65 % von links, 5 % von oben/)).toBeFocused()
  await page.mouse.click(...point(0.2, 0.85))
  await button('Feld hinzufügen').click()
  for (let press = 0; press < 20; press += 1) await page.keyboard.press('ArrowRight')
  await expect(button(/^Schwärzung 3: 57 % von links/)).toBeFocused()
  await expectAccessible(page)
  await button('Um 90° drehen').click()
  await button('Übernehmen').click()
  await expect(dialog.getByAltText(/^Vorschau der Vorderseite/)).toBeVisible()

  await dialog
    .getByLabel('Datei für das Selfie')
    .setInputFiles(jpeg('ich.jpg', await card(600, 800)))
  await button('Übernehmen').click()
  await expectAccessible(page)
  await button('Zur Prüfung einreichen').click()
  await expect(toasts(page)).toContainText('Erfolgreich eingereicht')
  await expect(toasts(page)).toContainText('Ihre Dokumente wurden zur Prüfung eingereicht.')
  await expect(page.getByText('In Prüfung')).toBeVisible()
  await expectAccessible(page)

  const front = await sent('front')
  const { info, isBlack } = await pixels(front)
  expect([info.width, info.height]).toEqual([760, 1200])
  // turned clockwise, (x, y) is at (1 - y, x)
  for (const [x, y] of [
    [0.68, 0.08],
    [0.92, 0.17],
    [0.2, 0.85],
    [0.6, 0.7],
  ] as const)
    expect(isBlack(1 - y, x), `${x}, ${y}`).toBe(true)
  for (const [x, y] of [
    [0.3, 0.3],
    [0.5, 0.5],
    [0.6, 0.1],
    [0.97, 0.97],
  ] as const)
    expect(isBlack(1 - y, x), `${x}, ${y}`).toBe(false)
  expect((await sharp(front).metadata()).exif).toBeUndefined()
  expect(front.includes('Muster')).toBe(false)

  // and while nobody has decided, all of it can be taken back
  await page.getByRole('button', { name: 'Einreichung zurückziehen' }).click()
  await page.getByRole('button', { name: 'Zurückziehen und vernichten' }).click()
  await expect(page.getByText('Unverifiziert')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Vernichtet' })).toContainText(
    'Vorderseite, Selfievor der Entscheidung zurückgezogen',
  )
})

test('a member suspended meanwhile takes their documents back, without a mouse @long', async ({
  club,
  device,
}) => {
  const mia = await club.member()
  await club.submit(mia)
  await club.suspend(mia)
  const page = await device({ as: mia, viewport: { width: 320, height: 640 } })
  await page.goto('/verify')
  const card = page.getByRole('region', { name: 'Ihre Dokumente sind in Prüfung' })
  await expect(card).toBeVisible()
  await expectAccessible(page)
  await focusByTab(page, /^Einreichung zurückziehen$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await focusByTab(page, /^Zurückziehen und vernichten$/)
  await page.keyboard.press('Enter')
  // a screen in English, where no language was chosen
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'Einreichung zurückgezogen',
  )
  await expect(card).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('button', { name: /^(Abmelden|Log Out)$/ })).toBeVisible()
  await expect(card).toHaveCount(0)
})
