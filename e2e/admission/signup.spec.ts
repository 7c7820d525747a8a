import { now } from '#testing/random.ts'
import { preparePapers, submitPapers } from '../acts/documents.ts'
import { expect, expectToast, logIn, somebody, test, type Page } from '../club/journey.ts'
import { confirmAge, fillIn, signUpForm } from '../acts/signup.ts'

async function openForm(page: Page) {
  await page.goto('/signup')
  await confirmAge(page)
  return signUpForm(page)
}

test('what is wrong stands beside its field, is announced, and gives the field the focus @long', async ({
  device,
}) => {
  const page = await device()
  const form = await openForm(page)
  await form.create.click()
  const expected = [
    [form.birthdate, 'Ungültiges Datum'],
    [form.email, 'Invalid email address'],
    [form.password, 'Password must be at least 8 characters'],
    [form.terms, 'Zustimmung erforderlich'],
  ] as const
  for (const [field, words] of expected) {
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(new RegExp(words))
    await expect(page.getByRole('alert').filter({ hasText: words }).first()).toBeVisible()
  }
  await expect(form.username).toHaveAttribute('aria-invalid', 'true')
  await expect(form.birthdate).toBeFocused()

  await form.email.fill('a'.repeat(250) + '@example.org')
  await form.bio.fill('b'.repeat(141))
  await form.create.click()
  await expect(form.email).toHaveAccessibleDescription(/Email must be less than 255 characters/)
  await expect(form.bio).toHaveAccessibleDescription(/Bio must be less than 140 characters/)
  await expect(form.password).toHaveAttribute('minlength', '6')
})

test('the birthdate helps while it is typed and never fights: dots, corrections, a paste @long', async ({
  device,
}) => {
  const page = await device()
  const { birthdate } = await openForm(page)
  await birthdate.pressSequentially('1.4.1990')
  await birthdate.blur()
  await expect(birthdate).toHaveValue('01.04.1990')

  await birthdate.fill('')
  await birthdate.pressSequentially('010419')
  await birthdate.press('Backspace')
  await birthdate.press('Backspace')
  await birthdate.pressSequentially('1985')
  await expect(birthdate).toHaveValue('01.04.1985')

  // a wrong day in the middle, corrected in place
  await birthdate.press('Home')
  await birthdate.press('Delete')
  await birthdate.press('Delete')
  await birthdate.pressSequentially('24')
  await birthdate.blur()
  await expect(birthdate).toHaveValue('24.04.1985')

  // an input method shows what it is writing, and hands it over at the end
  await birthdate.fill('')
  const keyboard = await page.context().newCDPSession(page)
  const composed = '０２０５１９８６'
  for (let length = 1; length <= composed.length; length += 1)
    await keyboard.send('Input.imeSetComposition', {
      text: composed.slice(0, length),
      selectionStart: length,
      selectionEnd: length,
    })
  await keyboard.send('Input.insertText', { text: composed })
  await expect(birthdate).toHaveValue('02.05.1986')

  for (const [pasted, becomes] of [
    ['1990-04-01', '01.04.1990'],
    [' 31.12.1988 ', '31.12.1988'],
    ['5.6.1977', '05.06.1977'],
  ] as const) {
    await birthdate.focus()
    await birthdate.evaluate((input, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      input.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    }, pasted)
    await expect(birthdate).toHaveValue(becomes)
  }
  // what was made of it is taken back like what one typed
  await page.keyboard.press('Control+z')
  await expect(birthdate).toHaveValue('31.12.1988')
})

test('nobody under 18 gets in, and nothing of them is kept', async ({ club, device }) => {
  const page = await device()
  const mia = somebody()
  const form = await openForm(page)
  await fillIn(page, mia)
  const { year, month, day } = tomorrow18YearsAgo()
  await form.birthdate.fill(`${day}.${month}.${year}`)
  await form.create.click()
  await expect(form.birthdate).toHaveAccessibleDescription(/Altersbeschränkung/)
  expect(await club.accounts(mia.email)).toBe(0)

  for (const impossible of ['31.02.1990', '01.01.2999', '01.01.1850']) {
    await form.birthdate.fill(impossible)
    await form.create.click()
    await expect(form.birthdate).toHaveAccessibleDescription(/Ungültiges Datum/)
  }
  expect(await club.accounts(mia.email)).toBe(0)
})

function tomorrow18YearsAgo() {
  const date = new Date(now().getTime() + 26 * 3_600_000)
  const two = (number: number) => String(number).padStart(2, '0')
  return {
    year: date.getFullYear() - 18,
    month: two(date.getMonth() + 1),
    day: two(date.getDate()),
  }
}

test('what was typed survives a reload and a lost connection; only the password is never stored', async ({
  club,
  device,
}) => {
  const page = await device()
  const mia = somebody()
  const form = await openForm(page)
  await fillIn(page, mia)
  await form.bio.fill('Kocht gern für Fremde.')
  await expect(page.getByText('22/140').or(page.getByText('22 / 140'))).toBeVisible()

  await page.context().setOffline(true)
  await form.create.click()
  await expect(
    page.getByText('Network error. Please check your connection and try again.').first(),
  ).toBeVisible()
  await expect(form.email).toHaveValue(mia.email)
  await expect(form.password).toHaveValue(mia.password)
  await page.context().setOffline(false)

  await page.reload()
  await expect(form.birthdate).toHaveValue('01.04.1990')
  await expect(form.email).toHaveValue(mia.email)
  await expect(form.username).toHaveValue(mia.username)
  await expect(form.city).toHaveValue(mia.city)
  await expect(form.bio).toHaveValue('Kocht gern für Fremde.')
  await expect(form.terms).toBeChecked()
  await expect(form.password).toHaveValue('')
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  )
  expect(stored).not.toContain(mia.password)

  await form.password.fill(mia.password)
  await form.create.click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  expect(await club.accounts(mia.email)).toBe(1)
})

test('a double click creates one account and sends one mail @long', async ({ club, device }) => {
  const page = await device()
  const mia = somebody()
  const form = await openForm(page)
  await fillIn(page, mia)
  await form.create.dblclick()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await club.mails.confirmation(mia.email)
  expect(await club.accounts(mia.email)).toBe(1)
  expect(await club.mails.count(mia.email)).toBe(1)
})

test('a taken address and a taken name are told as specified, and nothing typed is lost @long', async ({
  club,
  device,
}) => {
  const other = await club.member({ name: 'Ben' })
  const mia = somebody()
  const page = await device()
  const form = await openForm(page)
  await fillIn(page, { ...mia, email: other.email })
  await form.create.click()
  await expectToast(page, 'Signup failed', 'An account with this email already exists.')
  await expect(form.username).toHaveValue(mia.username)

  await form.email.fill(mia.email)
  await form.username.fill(other.username)
  await form.create.click()
  await expect(
    page.getByText('This entry already exists. Please use a different value.').first(),
  ).toBeVisible()
  await form.username.fill(mia.username)
  await form.create.click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
})

test('the password can be shown, and verification explains that it follows right after @long', async ({
  device,
}) => {
  const page = await device()
  const form = await openForm(page)
  await form.password.fill('sesam')
  await page.getByRole('button', { name: 'Passwort anzeigen' }).click()
  await expect(form.password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Passwort verbergen' }).click()
  await expect(form.password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Jetzt verifizieren (optional)' }).click()
  await expect(page.getByRole('dialog')).toContainText('direkt nach der Registrierung')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('documents prepared before the address is confirmed go nowhere, which is said, and /verify goes on @long', async ({
  club,
  device,
}) => {
  const mia = somebody()
  const page = await device({ viewport: { width: 1280, height: 900 } })
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/verification')) sent.push(pathname)
  })
  const form = await openForm(page)
  await fillIn(page, mia)
  await page.getByRole('button', { name: 'Jetzt verifizieren (optional)' }).click()
  await preparePapers(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await form.create.click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(page.getByText('The ID files you prepared were dropped')).toBeVisible()
  expect(sent).toEqual([])

  await page.goto((await club.mails.confirmation(mia.email)).link)
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByText('Your email address is confirmed')).toBeVisible()
  await page.getByRole('link', { name: 'Log In' }).last().click()
  await logIn(page, mia)
  await expect(page).toHaveURL('/rooms')
  await page.goto('/verify')
  await expect(page.getByText('Unverifiziert')).toBeVisible()
  await page.getByRole('button', { name: 'Dokumente hochladen' }).click()
  await preparePapers(page)
  await submitPapers(page)
  await expect(page.getByText('In Prüfung')).toBeVisible()
})
