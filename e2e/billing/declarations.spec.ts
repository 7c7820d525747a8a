import { readFile } from 'node:fs/promises'
import { legalLabels } from '#contract/billing/legalLabels.ts'
import { now } from '#testing/random.ts'
import { expect, expectAccessible, somebody, test, type Page } from '../club/journey.ts'

test.use({ emailConfirmation: 'off' })

const link = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** All a form asks for, whether it is shown at the moment or not. */
const fieldsOf = (page: Page) =>
  page
    .locator('form[data-post] [name]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('name')))
const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [name, words] of Object.entries(fields))
    await page.getByRole('main').locator(`[name=${name}]`).fill(words)
}
const savedText = async (page: Page, name: string) => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name }).click(),
  ])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

test('the words of the law stand on links and buttons as it gives them', () => {
  expect(legalLabels).toEqual({
    order: 'Zahlungspflichtig bestellen',
    cancelHere: 'Verträge hier kündigen',
    cancelNow: 'jetzt kündigen',
    withdrawHere: 'Vertrag widerrufen',
    confirmWithdrawal: 'Widerruf bestätigen',
  })
})

for (const [from, when] of [
  ['/', ''],
  ['/legal/terms', ' @long'],
  ['/rooms', ' @long'],
] as const)
  test(`from ${from} a contract is cancelled in two clicks, without logging in${when}`, async ({
    club,
    device,
  }) => {
    const page = await device(from === '/rooms' ? { as: await club.member() } : {})
    await page.goto(from)
    await link(page, 'Verträge hier kündigen').click()
    await expect(page).toHaveURL('/kuendigen')
    expect(await fieldsOf(page)).toEqual(['kind', 'reason', 'name', 'contract', 'endDate', 'email'])
    const { email } = somebody()
    await fill(page, { name: 'Mia Müller', contract: 'nobody@example.org', email })
    const before = now().getTime()
    await button(page, 'jetzt kündigen').click()
    const heading = page.getByRole('heading', { name: 'Your cancellation has arrived' })
    await expect(heading).toBeFocused()
    const reference = await page.locator('[data-reference]').innerText()
    expect(reference).toMatch(/^KU-\d{4}-\d{6}$/)
    const receivedAt = await page.locator('time[data-received]').getAttribute('datetime')
    // to the second
    expect(Date.parse(receivedAt!) + 999).toBeGreaterThanOrEqual(before)
    expect(Date.parse(receivedAt!)).toBeLessThanOrEqual(now().getTime())
    const { name, text } = await savedText(page, 'Download the receipt')
    expect(name).toBe(`kuendigung-${reference}.txt`)
    for (const words of [reference, 'Mia Müller', 'nobody@example.org', 'jetzt kündigen'])
      expect(text).toContain(words)
    const mail = await club.mails.cancellation(email)
    for (const words of [reference, 'Mia Müller']) expect(mail.text).toContain(words)
  })

test('without cookies, and without scripts, the page is there and says how to cancel by mail', async ({
  club,
  device,
}) => {
  for (const path of ['/kuendigen', '/widerruf']) {
    const answer = await fetch(club.url + path)
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()).toEqual([])
  }
  const page = await device({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
  await page.goto('/')
  await link(page, 'Verträge hier kündigen').click()
  await expect(page.locator('form[data-post]')).toBeHidden()
  const mail = page.getByRole('main').locator('a[href^="mailto:"]').first()
  await expect(mail).toBeVisible()
  const [, query = ''] = (await mail.getAttribute('href'))!.split('?')
  expect(new URLSearchParams(query).get('body')).toContain('I hereby cancel my contract')
})

test('a contract is taken back in two steps, without logging in, and the mail says when @long', async ({
  club,
  device,
}) => {
  const page = await device({ viewport: { width: 320, height: 640 } })
  await page.goto('/')
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await link(page, 'Vertrag widerrufen').click()
  await expect(page).toHaveURL('/widerruf')
  expect(await fieldsOf(page)).toEqual(['name', 'contract', 'email'])
  const { email } = somebody()
  await fill(page, { name: 'Mia Müller', contract: 'A-2026-000001', email })
  await button(page, 'Weiter').click()
  await expect(
    page.getByRole('heading', { name: 'Bitte bestätigen Sie Ihren Widerruf' }),
  ).toBeFocused()
  await expect(page.locator('[data-sum=stranger]')).toContainText('Den genauen Betrag')
  await expectAccessible(page)
  await button(page, 'Widerruf bestätigen').click()
  await expect(page.getByRole('heading', { name: 'Ihr Widerruf ist eingegangen' })).toBeFocused()
  const reference = await page.locator('[data-reference]').innerText()
  expect(reference).toMatch(/^WI-\d{4}-\d{6}$/)
  const { text } = await savedText(page, 'Beleg herunterladen')
  expect(text).toContain('Widerruf bestätigen')
  expect((await club.mails.withdrawal(email)).text).toContain(reference)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(320)
})

test('by keys alone: from the foot of the page to the receipt @long', async ({ device }) => {
  const page = await device()
  await page.goto('/')
  await link(page, 'Vertrag widerrufen').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/widerruf')
  await page.getByLabel('Your name').focus()
  await page.keyboard.type('Mia')
  // the form waits for its script, and says so by its button
  await expect(button(page, 'Continue')).toBeEnabled()
  // what is missing is told where it is, and what was typed stays
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Which contract?')).toBeFocused()
  await expect(page.getByLabel('Your name')).toHaveValue('Mia')
  await page.keyboard.type('A-2026-000001')
  await page.keyboard.press('Tab')
  await page.keyboard.type(somebody().email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Please confirm your withdrawal' })).toBeFocused()
  for (let tries = 0; tries < 5; tries += 1) {
    await page.keyboard.press('Tab')
    if (await button(page, 'Widerruf bestätigen').evaluate((one) => one === document.activeElement))
      break
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your withdrawal has arrived' })).toBeFocused()
})

test('what belongs to no contract waits for a person, who settles it @long', async ({
  club,
  device,
}) => {
  const chief = await club.member({ name: 'Jo', isAdmin: true })
  const desk = await device({ as: chief })
  await desk.goto('/admin/money?part=declarations')
  const stranger = await device()
  await stranger.goto('/kuendigen')
  const { email } = somebody()
  await fill(stranger, { name: 'Mia Müller', contract: 'A-2026-000002', email })
  await button(stranger, 'jetzt kündigen').click()
  const reference = await stranger.locator('[data-reference]').innerText()

  // the desk asks by itself, in a while
  const card = desk.getByRole('article', { name: reference })
  await expect(card).toContainText('A-2026-000002', { timeout: 40_000 })
  await button(desk, `${reference} erledigen`).click()
  await expect(card.getByLabel('Bestellnummer')).toBeFocused()
  await card.getByLabel('Was sich ergeben hat').fill('Kein solcher Vertrag, Mia weiß Bescheid.')
  await card.getByRole('button', { name: 'Erledigen' }).click()
  await expect(desk.getByText(`${reference} ist erledigt.`)).toBeVisible()
  await expect(card).toHaveCount(0)
  await button(desk, 'Alle').click()
  await expect(card).toContainText('Kein solcher Vertrag, Mia weiß Bescheid.')
  await expect(card).toContainText(`Erledigt von ${chief.username}`)
  for (const [name, empty] of [
    ['Abonnements', 'Es gibt noch keine Abonnements'],
    ['Erstattungen', 'Keine Erstattung ist offen'],
    ['Summen', 'Laufende Abonnements'],
  ] as const) {
    const parts = desk.getByRole('navigation', { name: 'Bereiche dieser Seite' })
    await parts.getByRole('link', { name }).click()
    await expect(desk.getByText(empty)).toBeVisible()
  }
})
