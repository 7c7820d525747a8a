import { letters } from '#testing/random.ts'
import { prove } from '../acts/cases.ts'
import { expect, expectAccessible, test, type Page } from '../club/journey.ts'

const status = (page: Page, words: string) =>
  expect(page.getByRole('status').filter({ hasText: words }).first()).toBeVisible()

const PAGES = [
  ['/admin', 'Heute zu tun'],
  ['/admin/rooms', 'Räume'],
  ['/admin/members', 'Mitglieder'],
  ['/admin/icebreakers', 'Eisbrecher'],
  ['/admin/settings', 'Einstellungen'],
  ['/admin/audit', 'Protokoll'],
  ['/admin/health', 'Zahlen'],
] as const

test('every page of the house is accessible and fits on a small phone, light and dark @long', async ({
  club,
  device,
}, info) => {
  test.setTimeout(240_000)
  const page = await device({ as: await club.member({ name: 'Ada', isAdmin: true }) })
  for (const [path, title] of PAGES) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    await expectAccessible(page)
    const name = path.split('/').at(-1)
    await page.screenshot({ path: info.outputPath(`${name}-1440.png`), fullPage: true })
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.screenshot({ path: info.outputPath(`${name}-320-dark.png`), fullPage: true })
    await page.emulateMedia({ colorScheme: 'light' })
  }
})

test('what is chosen in a row wider than the window stands in the middle of it @long', async ({
  club,
  device,
}) => {
  const page = await device({
    as: await club.member({ name: 'Ada', isAdmin: true }),
    viewport: { width: 320, height: 640 },
  })
  await page.goto('/admin/reports?show=appeals')
  const chosen = page.getByRole('button', { name: /^Widersprüche/ })
  await expect(chosen).toHaveAttribute('aria-pressed', 'true')
  await expect(chosen).toBeInViewport({ ratio: 0.95 })
  const open = page.getByRole('button', { name: /^Offen/ })
  await open.click()
  await expect(open).toBeInViewport({ ratio: 0.95 })
})

test('a member becomes a moderator when a second admin agrees, and sees the desk and no more @long', async ({
  club,
  device,
}) => {
  test.setTimeout(240_000)
  const [ada, bert] = [
    await club.member({ name: 'Ada', isAdmin: true }),
    await club.member({ name: 'Bert', isAdmin: true }),
  ]
  const mia = await club.member({ name: 'Mia' })
  const adas = await device({ as: ada })
  await club.letProofLapse(ada)
  await adas.goto(`/admin/members?search=${encodeURIComponent(mia.username)}`)
  await adas.getByRole('link', { name: mia.username }).click()
  await adas.getByRole('button', { name: 'In die Moderation aufnehmen' }).click()
  await prove(adas, ada)
  await status(adas, 'Das wartet jetzt auf einen zweiten Admin.')
  await expect(adas.getByText('Das bestätigt ein anderer Admin.')).toBeVisible()
  await expectAccessible(adas)

  const berts = await device({ as: bert })
  await club.letProofLapse(bert)
  await berts.goto('/admin')
  await berts.getByRole('link', { name: 'Rollen, die auf Bestätigung warten' }).click()
  const line = berts.getByRole('listitem').filter({ hasText: mia.username })
  await line.getByRole('button', { name: 'Bestätigen' }).click()
  await prove(berts, bert)
  await status(berts, `${mia.username}: bestätigt.`)

  const mias = await device({ as: mia })
  await mias.goto('/admin')
  const ways = mias.getByRole('navigation', { name: 'Seiten der Verwaltung' })
  await expect(ways.getByRole('link')).toHaveText(['Heute', 'Meldungen'])
  await expect(mias.getByRole('main').getByRole('link')).toHaveText(['Meldungen'])
  await mias.goto('/admin/members')
  await expect(mias).toHaveURL('/')
  // and a colleague who looks at her knows
  await berts.goto(`/admin/members?search=${encodeURIComponent(mia.username)}`)
  await berts.getByRole('link', { name: mia.username }).click()
  await berts.getByRole('link', { name: 'Zur Profilseite' }).click()
  await expect(berts.getByRole('article').getByText('Moderator')).toBeVisible()
})

test('a room is made, opened, moved by keyboard, and closed while somebody is in it @long', async ({
  club,
  device,
}) => {
  test.setTimeout(240_000)
  const slug = `garten-${letters(8)}`
  const name = `Garten ${slug.slice(-5)}`
  const ada = await device({ as: await club.member({ name: 'Ada', isAdmin: true }) })
  await ada.goto('/admin/rooms')
  const form = ada.getByRole('region', { name: 'Neuer Raum' })
  await form.getByRole('button', { name: 'Raum anlegen' }).click()
  await expect(form.getByLabel('Adresse')).toBeFocused()
  await expectAccessible(ada)
  await form.getByLabel('Adresse').fill(slug)
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel('Beschreibung').fill('Viel Grün.')
  const icons = form.getByRole('group', { name: 'Symbol' })
  await icons.getByRole('radio', { name: 'Tür' }).focus()
  for (let times = 1; times < 8; times += 1) await ada.keyboard.press('ArrowDown')
  await expect(icons.getByRole('radio', { name: 'Mond' })).toBeChecked()
  await form.getByRole('button', { name: 'Raum anlegen' }).click()
  await status(ada, `${name} ist angelegt und noch geschlossen.`)
  const more = ada.getByRole('button', { name: `Mehr zu ${name}` })
  const act = async (words: string) => {
    await more.click()
    await ada.getByRole('dialog', { name }).getByRole('button', { name: words }).click()
  }
  await act('Raum öffnen')
  await status(ada, `${name} ist offen.`)
  await expect(more).toBeFocused()
  const rows = ada.getByRole('table', { name: 'Alle Räume in ihrer Reihenfolge' })
  const count = (await rows.getByRole('row').count()) - 1
  const handle = ada.getByRole('button', { name: `${name} verschieben` })
  await handle.focus()
  await ada.keyboard.press('Alt+ArrowUp')
  await status(ada, `${name} steht jetzt an Stelle ${count - 1} von ${count}.`)
  await expect(handle).toBeFocused()
  // and by hand, past the one above it
  const above = rows.getByRole('row').nth(count - 2)
  await handle.scrollIntoViewIfNeeded()
  await handle.hover()
  await ada.mouse.down()
  const box = (await above.boundingBox())!
  await ada.mouse.move(box.x + 20, box.y + box.height / 4, { steps: 5 })
  await ada.mouse.up()
  await status(ada, `${name} steht jetzt an Stelle ${count - 2} von ${count}.`)

  const mia = await device({ as: await club.member() })
  await mia.goto('/rooms')
  const door = mia.getByRole('main').getByRole('link', { name, exact: true })
  await expect(door).toBeVisible()
  await act('Bearbeiten')
  const edited = ada.getByRole('dialog', { name })
  await expect(edited.getByRole('radio', { name: 'Mond' })).toBeChecked()
  await expectAccessible(ada)
  await edited.getByRole('button', { name: 'Schließen' }).click()
  await expect(edited).toBeHidden()
  await act('Raum schließen')
  await status(ada, `${name} ist geschlossen.`)
  await expect(door).toHaveCount(0)
})

test('a question is added and given today, and is what everybody is asked @long', async ({
  club,
  device,
}) => {
  const ada = await device({ as: await club.member({ name: 'Ada', isAdmin: true }) })
  const word = `Abend ${letters(8)}`
  await ada.goto('/admin/icebreakers')
  const form = ada.getByRole('region', { name: 'Neue Frage' })
  await form.getByLabel('Auf Deutsch').fill(`Was macht den ${word} gut?`)
  await form.getByLabel('Auf Englisch').fill(`What makes ${word} good?`)
  await form.getByRole('button', { name: 'Frage hinzufügen' }).click()
  await status(ada, 'Die Frage ist hinzugefügt.')
  const line = ada.getByRole('row').filter({ hasText: word })
  await line.getByRole('button', { name: 'Mehr zu dieser Frage' }).click()
  await ada.getByRole('button', { name: 'Bearbeiten oder einen Tag geben' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Für diesen Tag' }).click()
  await status(ada, 'Das ist die Frage für den')
  await expect(ada.getByRole('region', { name: 'Heute' }).getByText(word).first()).toBeVisible()
  await expectAccessible(ada)

  const mia = await device({ as: await club.member() })
  await mia.goto('/room/tresen')
  await expect(mia.getByText(`What makes ${word} good?`)).toBeVisible()
})
