import { letters } from '#testing/random.ts'
import { expect, expectAccessible, test, type Page } from '../club/journey.ts'
import { confirmAge } from '../acts/signup.ts'

const EVERYWHERE = [
  '/legal/terms',
  '/legal/privacy',
  '/legal/impressum',
  '/legal/cookies',
  '/regeln',
  '/kontakt',
  '/melden',
  '/kuendigen',
  '/widerruf',
  '/barrierefreiheit',
]
const footerLink = (page: Page, path: string) =>
  page.getByRole('contentinfo').locator(`a[href="${path}"]`)

test('without scripts everything the law wants read is one tap from every page, on a phone too', async ({
  device,
}) => {
  const page = await device({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
  for (const from of ['/', '/waitlist', '/nowhere', ...EVERYWHERE]) {
    await page.goto(from)
    for (const path of EVERYWHERE) await expect(footerLink(page, path), from).toBeVisible()
    await footerLink(page, '/legal/impressum').click()
    await expect(page).toHaveURL('/legal/impressum')
    await expect(page.locator('article#de dl').first()).toContainText('Anschrift')
  }
  for (const path of ['/kontakt', '/melden', '/kuendigen', '/widerruf']) {
    await page.goto(path)
    await expect(page.locator('form[data-post]')).toBeHidden()
    await expect(page.getByRole('main').locator('a[href^="mailto:"]').first()).toBeVisible()
  }
})

test('from every screen of the app the imprint is one click away @long', async ({
  club,
  device,
}) => {
  const page = await device({ as: await club.member() })
  for (const path of ['/rooms', '/profile', '/settings', '/verify']) {
    await page.goto(path)
    await footerLink(page, '/legal/impressum').filter({ visible: true }).click()
    await expect(page).toHaveURL('/legal/impressum')
  }
})

test('a club that is not set up says on its imprint that its facts are examples @long', async ({
  device,
}) => {
  const page = await device()
  await page.goto('/legal/impressum')
  await expect(page.getByText('Beispielangaben')).toBeVisible()
  await expect(page.getByText('Example details')).toBeVisible()
  for (const path of EVERYWHERE) {
    await page.goto(path)
    expect(await page.content(), path).not.toMatch(/%[A-Z_]+%/)
  }
})

test('the contents lead to their sections, and stay beside them where there is room @long', async ({
  device,
}) => {
  const page = await device({ viewport: { width: 1440, height: 900 } })
  await page.goto('/legal/privacy')
  const contents = page.getByRole('navigation', { name: 'Inhalt' })
  await contents.getByRole('link', { name: '11. Ihre Rechte' }).click()
  await expect(page.locator(':target')).toContainText('Widerspruch')
  await expect(page.locator(':target')).toBeInViewport()
  await expect(contents).toBeInViewport()
})

test('wherever somebody enters something, the privacy policy is beside it, with the banner open as well @long', async ({
  device,
}) => {
  const page = await device({ isUnasked: true, viewport: { width: 320, height: 568 } })
  for (const path of ['/waitlist', '/invite', '/kontakt', '/melden', '/signup']) {
    await page.goto(path)
    if (path === '/signup') await confirmAge(page)
    const link = page.getByRole('main').locator('form a[href="/legal/privacy"]')
    await expect(page.getByRole('region', { name: /Ihre Cookie-Auswahl/ })).toBeVisible()
    await link.scrollIntoViewIfNeeded()
    // nothing lies above it
    await link.click({ trial: true })
  }
})

test('on paper there is the text alone @long', async ({ device }) => {
  const page = await device()
  await page.goto('/legal/terms')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Inhalt' })).toBeHidden()
  await expect(page.getByRole('heading', { name: '8. Widerrufsrecht' })).toBeVisible()
})

test('on paper the ink is dark, whichever colours somebody chose @long', async ({ device }) => {
  const page = await device()
  await page.goto('/')
  await page.getByRole('button', { name: 'Dark colours' }).click()
  await page.goto('/legal/terms')
  const root = page.locator('html')
  await expect(root).toHaveCSS('color-scheme', 'dark')
  await page.emulateMedia({ media: 'print' })
  await expect(root).toHaveCSS('color-scheme', 'light')
})

for (const language of ['de', 'en'] as const)
  test(`a visitor writes to the club and is answered by a person (${language}) @long`, async ({
    club,
    device,
  }) => {
    const words = WORDS[language]
    const page = await device()
    await page.goto('/')
    await page.getByRole('button', { name: words.language }).click()
    await footerLink(page, '/kontakt').click()
    await page.getByRole('button', { name: words.send }).click()
    await expect(page.getByLabel(words.topic)).toBeFocused()
    await expectAccessible(page)
    await page.getByLabel(words.topic).selectOption('accessibility')
    const email = `guest.${language}.${letters(8)}@example.org`
    await page.getByLabel(words.email, { exact: true }).fill(email)
    const text = `Guten Abend, good evening ${letters(8)}`
    await page.getByLabel(words.message).fill(text)

    // the line is down at first: nothing typed is lost
    await page.route('**/api/contact', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: words.send }).click()
    await expect(page.getByRole('alert').filter({ hasText: words.failed })).toBeVisible()
    await page.getByRole('button', { name: words.send }).click()
    await expect(page.getByRole('heading', { name: words.sent })).toBeFocused()
    const reference = (await page.locator('[data-reference]').innerText()).trim()
    expect(reference).toMatch(/^K-/)
    await expect.poll(() => club.mails.count(email)).toBe(1)

    const desk = await device({ as: await club.member({ name: 'Jo', isAdmin: true }) })
    await desk.goto('/admin/kontakt')
    const message = desk.getByRole('article', { name: reference })
    await expect(message).toContainText(text)
    await message.getByRole('button', { name: 'Antworten' }).click()
    await expectAccessible(desk)
    await desk.keyboard.type('Gern: am besten telefonisch.')
    await desk.keyboard.press('Control+Enter')
    await expect(message).toHaveCount(0)
    await expect(desk.getByText('Die Antwort ist unterwegs.')).toBeVisible()
    await expect.poll(() => club.mails.count(email)).toBe(2)
    await desk.getByRole('button', { name: 'Alle' }).click()
    await expect(message).toContainText('Beantwortet von')
  })

test('a stranger reports what they saw, from a link that says where', async ({ device }) => {
  const page = await device()
  await page.goto('/melden#url=https%3A%2F%2Fclub.example%2Fmember%2F1')
  await page.getByLabel('What is it about?').selectOption('minor')
  await expect(page.getByLabel('Where is it?')).toHaveValue('https://club.example/member/1')
  await page.getByLabel('Why do you think so?').fill('It says so itself.')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByLabel(/good faith/)).toBeFocused()
  await page.getByLabel(/good faith/).check()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('heading', { name: 'Your report has arrived' })).toBeFocused()
})

const WORDS = {
  de: {
    language: 'Deutsch',
    send: 'Nachricht senden',
    topic: 'Thema',
    email: 'E-Mail',
    message: 'Nachricht',
    failed: 'Netzwerkfehler',
    sent: 'Ihre Nachricht ist angekommen',
  },
  en: {
    language: 'English',
    send: 'Send message',
    topic: 'Topic',
    email: 'Email',
    message: 'Message',
    failed: 'Network error',
    sent: 'Your message has arrived',
  },
} as const
