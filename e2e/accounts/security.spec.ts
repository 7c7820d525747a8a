import { generateSync } from 'otplib'
import { now } from '#testing/random.ts'
import { expect, logIn, test, type Member, type Page } from '../club/journey.ts'
import { expectNothingFound } from '../gallery/screens.axe.ts'

test.use({ emailConfirmation: 'off' })

const NEW_PASSWORD = 'another horse battery'
const WINDOWS_CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** An authenticator in this page's browser, which says yes as soon as it may. */
async function authenticatorOf(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    saysYes: (enabled: boolean) =>
      browser.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}

async function openSettings(page: Page): Promise<void> {
  await page.goto('/settings/account')
  await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible()
}
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const codesOf = (page: Page) => page.locator('[data-sheet] li code').allTextContents()

test('a passkey is added in the settings and logs in by itself, from the field or the button', async ({
  club,
  device,
}) => {
  const page = await device({ as: await club.member() })
  const authenticator = await authenticatorOf(page)
  await openSettings(page)
  await press(page, 'Add a passkey')
  await page.getByLabel('Name of the passkey').fill('Notebook')
  await expectNothingFound(page, 'adding a passkey')
  await press(page, 'Make passkey')
  await expect(page.getByText('“Notebook” is added.')).toBeVisible()
  await expect(page.getByText('Keep these codes')).toBeFocused()
  expect(await codesOf(page)).toHaveLength(10)
  await expectNothingFound(page, 'recovery codes')
  // each in one piece, as it is typed
  const window = page.viewportSize()!
  for (const width of [320, 768, window.width]) {
    await page.setViewportSize({ ...window, width })
    const broken = await page
      .locator('[data-sheet] li code')
      .evaluateAll((codes) => codes.filter((code) => code.getClientRects().length > 1).length)
    expect(broken, `at ${width} px`).toBe(0)
  }
  await press(page, 'I have kept them')

  await authenticator.saysYes(false)
  await page.getByRole('button', { name: 'Log Out', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Sign Up' }).first()).toBeVisible()
  // one that is asked before it may say yes never does
  const { promise: mayAsk, resolve: letAsk } = Promise.withResolvers<void>()
  await page.route('**/api/auth/passkey/challenge', async (route) => {
    await mayAsk
    await route.continue()
  })
  await page.goto('/login')
  await press(page, 'Use a passkey')
  await authenticator.saysYes(true)
  letAsk()
  await expect(page).toHaveURL('/rooms')

  await openSettings(page)
  await expect(page.getByText(/last used on/)).toBeVisible()
  await press(page, 'Remove “Notebook”')
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('“Notebook” is removed.')).toBeVisible()
})

/** Types a right password in a browser of its own. */
async function halfWayIn(page: Page, mia: Member): Promise<void> {
  await page.goto('/login')
  await logIn(page, mia)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
}

test('an authenticator app is asked for after the password, and a recovery code does once @long', async ({
  club,
  device,
}) => {
  const mia = await club.member()
  const page = await device({ as: mia })
  await openSettings(page)
  await press(page, 'Set up authenticator app')
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expectNothingFound(page, 'setting up the app')
  const typed = (await page.locator('dd code').textContent())!.replaceAll(' ', '')
  const codeIn = (seconds: number) =>
    generateSync({ secret: typed, epoch: Math.floor(now().getTime() / 1000) + seconds })
  await page.getByLabel('Code from your authenticator app').fill(codeIn(0))
  await press(page, 'Confirm')
  await expect(page.getByText('The authenticator app is set up.')).toBeVisible()
  const [recovery = ''] = await codesOf(page)

  const second = await device()
  await halfWayIn(second, mia)
  await expectNothingFound(second, 'the second step')
  const code = second.getByLabel('Code from your authenticator app')
  await expect(code).toBeFocused()
  await code.fill('000000')
  await press(second, 'Confirm')
  await expect(code).toHaveAccessibleDescription(/This code is wrong or has expired/)
  // the one before was used up by setting it up
  await code.fill(codeIn(30))
  await press(second, 'Confirm')
  await expect(second).toHaveURL('/rooms')

  for (const isFirst of [true, false]) {
    const third = await device()
    await halfWayIn(third, mia)
    await press(third, 'Use a recovery code instead')
    await third.getByLabel('Recovery code').fill(recovery.toLowerCase())
    await press(third, 'Confirm')
    if (isFirst) await expect(third).toHaveURL('/rooms')
    else await expect(third.getByText('This code is wrong or has expired.')).toBeVisible()
  }
})

test('a session that is ended in the settings ends before the eyes of who uses it @long', async ({
  club,
  device,
}) => {
  const mia = await club.member()
  const other = await device({ userAgent: WINDOWS_CHROME })
  await other.goto('/login')
  await logIn(other, mia)
  await expect(other).toHaveURL('/rooms')

  const page = await device({ as: mia })
  await openSettings(page)
  const sessions = page.getByRole('region', { name: 'Where you are logged in' })
  await expect(sessions.getByText('This device')).toHaveCount(1)
  await sessions.getByRole('button', { name: 'End the session in Chrome, Windows' }).click()
  await expect(other).toHaveURL('/login')
  await expect(other.getByText('Your session has ended. Please log in again.')).toBeVisible()
  await expect(sessions.getByText('The session in Chrome, Windows has ended.')).toBeVisible()
  await expect(sessions.getByRole('button', { name: /in Chrome, Windows/ })).toHaveCount(0)
  await expectNothingFound(page, 'the list of sessions')
})

test('a new address is confirmed from there, and undone from the old one @long', async ({
  club,
  device,
}) => {
  const mia = await club.member()
  const next = `new.${mia.email}`
  const page = await device({ as: mia })
  await openSettings(page)
  await press(page, 'Change email address')
  await page.getByLabel('New email address').fill(next)
  await press(page, 'Send link')
  await expect(page.getByText(`${next} waits to be confirmed`)).toBeVisible()

  const reader = await device()
  await reader.goto((await club.mails.newAddress(next)).link)
  await press(reader, 'Use the new address')
  await expect(reader.getByText('Your email address is changed')).toBeVisible()
  await expectNothingFound(reader, 'a changed address')
  await reader.goto('/login')
  await logIn(reader, { ...mia, email: next })
  await expect(reader).toHaveURL('/rooms')

  const owner = await device()
  await owner.goto((await club.mails.addressUndo(mia.email)).link)
  await press(owner, 'Undo the change')
  await expect(reader).toHaveURL('/login')
  await owner.getByRole('link', { name: 'Set a new password' }).click()
  await owner.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await owner.getByLabel('Confirm new password').fill(NEW_PASSWORD)
  await press(owner, 'Save new password')
  await expect(owner).toHaveURL('/login')
  await logIn(owner, { ...mia, password: NEW_PASSWORD })
  await expect(owner).toHaveURL('/rooms')
})
