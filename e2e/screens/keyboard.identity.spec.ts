import { toasts } from '../acts/cases.ts'
import { card } from '../acts/card.ts'
import { jpeg } from '../acts/documents.ts'
import { expect, test } from '../club/journey.ts'
import { pick, focusByTab } from '../club/keys.ts'

test.use({ emailConfirmation: 'off' })

test('documents are explained, picked, blackened and submitted without a mouse @long', async ({
  club,
  device,
}) => {
  const page = await device({ as: await club.member(), viewport: { width: 1280, height: 900 } })
  const { keyboard } = page
  const dialog = page.getByRole('dialog')
  const title = (name: string) => dialog.getByRole('heading', { name })
  const box = (words: RegExp) => dialog.getByRole('button', { name: words })
  await page.goto('/verify')
  await focusByTab(page, /^Dokumente hochladen$/)
  await keyboard.press('Enter')
  await expect(title('Bevor Sie etwas auswählen')).toBeFocused()
  // without consent it goes no further, and the focus is where it is given
  await focusByTab(page, /^Weiter zur Auswahl$/)
  await keyboard.press('Enter')
  await expect(dialog.getByRole('checkbox')).toBeFocused()
  await keyboard.press('Space')
  await focusByTab(page, /^Weiter zur Auswahl$/)
  await keyboard.press('Enter')
  await expect(title('Ihre Dateien')).toBeFocused()

  await pick(page, /^Datei wählen$/, jpeg('vorn.jpg', await card()))
  await expect(title('Vorderseite bearbeiten')).toBeFocused()
  await focusByTab(page, /^Feld hinzufügen$/)
  await keyboard.press('Enter')
  const first = box(/^Schwärzung 1/)
  await expect(first).toBeFocused()
  const before = (await first.boundingBox())!
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'Shift+ArrowRight', 'Shift+ArrowDown'])
    await keyboard.press(key)
  await expect
    .poll(async () => {
      const { x, y, width, height } = (await first.boundingBox())!
      return [x > before.x, y < before.y, width > before.width, height > before.height]
    })
    .toEqual([true, true, true, true])
  // a second one, and away with it again; the focus goes on
  await focusByTab(page, /^Feld hinzufügen$/, 60)
  await keyboard.press('Enter')
  await expect(box(/^Schwärzung 2/)).toBeFocused()
  await keyboard.press('Delete')
  await expect(box(/^Schwärzung 2/)).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Feld hinzufügen' })).toBeFocused()
  await focusByTab(page, /^Um 90° drehen$/, 60)
  await keyboard.press('Enter')
  await focusByTab(page, /^Zuschneiden$/, 60)
  await keyboard.press('Enter')
  await focusByTab(page, /^Zuschnitt: /)
  const frame = box(/^Zuschnitt: /)
  const wide = (await frame.boundingBox())!.width
  for (let press = 0; press < 5; press += 1) await keyboard.press('Shift+ArrowLeft')
  await expect.poll(async () => (await frame.boundingBox())!.width).toBeLessThan(wide)
  await focusByTab(page, /^Übernehmen$/)
  await keyboard.press('Enter')
  await expect(title('Ihre Dateien')).toBeFocused()
  await expect(dialog.getByAltText(/^Vorschau der Vorderseite/)).toBeVisible()

  // nothing is missing in silence
  await focusByTab(page, /^Zur Prüfung einreichen$/)
  await keyboard.press('Enter')
  await expect(toasts(page)).toContainText('Fehlende Dateien')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(dialog.getByRole('group', { name: 'Selfie' }).locator(':focus')).toHaveText(
    'Datei wählen',
  )
  const chooser = page.waitForEvent('filechooser')
  await keyboard.press('Enter')
  await (await chooser).setFiles(jpeg('ich.jpg', await card(600, 800)))
  await expect(title('Selfie bearbeiten')).toBeFocused()
  await focusByTab(page, /^Übernehmen$/)
  await keyboard.press('Enter')
  await expect(title('Ihre Dateien')).toBeFocused()
  await focusByTab(page, /^Zur Prüfung einreichen$/)
  await keyboard.press('Enter')
  await expect(toasts(page)).toContainText('Erfolgreich eingereicht')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Ihr Status' })).toContainText('In Prüfung')
  // submitting does not leave the page
  await focusByTab(page, /^Einreichung zurückziehen$/)
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  await keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Einreichung zurückziehen' })).toBeFocused()
})

test('a reviewer’s day goes by single keys @long', async ({ club, device }) => {
  const [mia, ben] = [await club.member(), await club.member({ name: 'Ben' })]
  const chief = await club.member({ name: 'Jo', isAdmin: true })
  await club.settleAll()
  for (const one of [mia, ben]) await club.submit(one)
  await club.letProofLapse(chief)
  const desk = await device({ as: chief, viewport: { width: 1280, height: 900 } })
  const { keyboard } = desk
  const review = desk.getByRole('dialog', { name: /^Einreichung von/ })
  const image = (side: string) => review.getByAltText(`${side} der Einreichung von`)
  await desk.goto('/admin/verifications')
  await expect(desk.getByRole('row').filter({ hasText: ben.username })).toBeVisible()

  // j and k walk through the list, Enter opens, Escape comes back to that row
  await keyboard.press('j')
  await expect(desk.getByRole('button', { name: `Ansehen: ${ben.username}` })).toBeFocused()
  await keyboard.press('j')
  const hers = desk.getByRole('button', { name: `Ansehen: ${mia.username}` })
  await expect(hers).toBeFocused()
  await keyboard.press('Enter')
  await expect(review).toContainText(mia.username)
  await keyboard.press('Escape')
  await expect(review).toHaveCount(0)
  await expect(hers).toBeFocused()

  // n begins with the longest wait
  await keyboard.press('n')
  await expect(review).toContainText(mia.username)
  await expect(review.getByText('Geburtsdatum laut Registrierung')).toBeVisible()
  await keyboard.press('f')
  const password = desk.getByLabel('Passwort', { exact: true })
  await expect(password).toBeFocused()
  // once answered, the question takes no more keys, however long it takes to fade away
  await desk.evaluate(() => {
    const slow = new CSSStyleSheet()
    slow.replaceSync('[role="dialog"] { transition-duration: 1s !important }')
    document.adoptedStyleSheets = [slow]
  })
  await keyboard.type(chief.password)
  await keyboard.press('Enter')
  await expect(image('Vorderseite')).toBeVisible()
  await keyboard.press('s')
  await expect(image('Selfie')).toBeVisible()
  const selfie = review.locator('[data-side=selfie]')
  await keyboard.press('+')
  await expect(selfie).toContainText('150 %')
  await keyboard.press('r')
  await keyboard.press('0')
  await expect(selfie).toContainText('100 %')

  // a leads to what is still to be looked at, and approves once all is
  await keyboard.press('a')
  const boxes = review.getByRole('checkbox')
  for (let at = 0; at < 4; at += 1) {
    await expect(boxes.nth(at)).toBeFocused()
    await keyboard.press('Space')
    await expect(boxes.nth(at)).toBeChecked()
    if (at < 3) await keyboard.press('Tab')
  }
  await keyboard.press('a')
  await expect(toasts(desk)).toContainText('Verifizierung genehmigt')

  // the next one opens by itself; x leads to the reason, and Ctrl+Enter rejects with it
  await expect(review).toContainText(ben.username)
  await expect(review.getByText('Geburtsdatum laut Registrierung')).toBeVisible()
  await keyboard.press('x')
  await expect(review.getByLabel('Begründung oder Notiz')).toBeFocused()
  await keyboard.type('Nicht zu erkennen: a, x und n sind hier nur Buchstaben.')
  await keyboard.press('Control+Enter')
  await expect(toasts(desk)).toContainText('Verifizierung abgelehnt')
  await expect(review).toContainText('Die Warteschlange ist leer.')
  await keyboard.press('Escape')
  await expect(review).toHaveCount(0)
  await expect(desk.getByRole('button', { name: `Ansehen: ${ben.username}` })).toBeFocused()

  // and the list of keys is itself a key away
  await keyboard.press('?')
  await expect(desk.getByRole('dialog', { name: 'Tastenkürzel' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(desk.getByRole('dialog')).toHaveCount(0)
})
