import {
  composer,
  enter,
  expect,
  expectToast,
  live,
  logIn,
  say,
  test,
  type Page,
} from '../club/journey.ts'

const NEW = 'another horse battery'
const ENDED = 'Your session has ended. Please log in again.'

async function askForLink(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
}

async function choose(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(again)
  await page.getByRole('button', { name: 'Save new password' }).click()
}

test('a forgotten password is reset by mail; every old session ends, and nothing typed is lost', async ({
  club,
  device,
}) => {
  const slug = await club.room()
  const mia = await club.member()
  const old = await device({ as: mia })
  await enter(old, slug)
  await composer(old).fill('What I was about to say')

  const page = await device()
  await askForLink(page, mia.email)
  const { link } = await club.mails.reset(mia.email)
  await page.goto(link)
  await expect(page).toHaveURL('/reset-password')
  await page.getByRole('button', { name: 'Go on' }).click()

  const password = page.getByLabel('New password', { exact: true })
  await choose(page, 'short')
  await expect(password).toHaveAccessibleDescription(/Password must be at least 6 characters/)
  await choose(page, NEW, 'something else')
  await expect(page.getByLabel('Confirm new password')).toHaveAccessibleDescription(
    /Passwords don't match/,
  )
  await choose(page, 'seven77')
  await expect(password).toHaveAccessibleDescription(
    /Password is too weak\. Please use a stronger password\./,
  )
  await choose(page, NEW)
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Your password is changed.')).toBeVisible()

  await expect(old).toHaveURL('/login')
  await expect(old.getByText(ENDED)).toBeVisible()
  await logIn(old, mia)
  await expectToast(old, 'Login failed', 'Invalid email or password.')
  await logIn(old, { ...mia, password: NEW })
  await expect(old).toHaveURL(`/room/${slug}`)
  await expect(composer(old)).toHaveValue('What I was about to say')

  // the link was good for once
  const again = await device()
  await again.goto(link)
  await again.getByRole('button', { name: 'Go on' }).click()
  await expectToast(again, 'Invalid or expired link')
  await expect(again).toHaveURL('/login')
})

test('/reset-password without a code leads to /login with a toast @long', async ({ device }) => {
  const page = await device()
  await page.goto('/reset-password')
  await expect(page).toHaveURL('/login')
  await expectToast(page, 'Invalid or expired link')
  await page.getByRole('button', { name: 'Ask for a new link' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeFocused()
})

test('the reset form tells nobody who has an account, and asks for an address @long', async ({
  club,
  device,
}) => {
  const page = await device()
  await askForLink(page, 'nobody@example.org')
  await expect(page.getByText('If nobody@example.org belongs to an account')).toBeVisible()
  expect(await club.mails.count('nobody@example.org')).toBe(0)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expectToast(page, 'Email required')
})

test('a signed-in member changes the password with the current one @long', async ({
  club,
  device,
}) => {
  const mia = await club.member()
  const page = await device({ as: mia })
  await page.goto('/reset-password')
  await page.getByLabel('Current password').fill('not it')
  await choose(page, NEW)
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
    /not your current password/,
  )
  await page.getByLabel('Current password').fill(mia.password)
  await choose(page, NEW)
  await expect(page).toHaveURL('/login')
  await logIn(page, { ...mia, password: NEW })
  await expect(page).toHaveURL('/rooms')
})

test('logging out everywhere ends every device within seconds, with a sentence @long', async ({
  club,
  device,
}) => {
  const slug = await club.room()
  const mia = await club.member()
  const laptop = await device({ as: mia })
  const phone = await device({ as: { ...mia, cookie: await club.session(mia) } })
  await Promise.all([enter(laptop, slug), enter(phone, slug)])
  await club.logOutEverywhere(mia)
  for (const page of [laptop, phone]) {
    await expect(page).toHaveURL('/login')
    await expect(page.getByText(ENDED)).toBeVisible()
  }
})

test('logging out in one tab signs out all tabs at once, and asks first when words would be lost', async ({
  club,
  device,
  watch,
}) => {
  const slug = await club.room()
  const mia = await club.member()
  const one = await device({ as: mia })
  const two = watch(await one.context().newPage())
  await enter(one, slug)
  await two.goto('/settings')
  await composer(one).fill('unsaid')
  await two.getByRole('main').getByRole('button', { name: 'Log Out' }).click()
  const dialog = two.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(two).toHaveURL('/settings')

  // on a busy device going back is quicker than the landing page's script
  const { promise: wait, resolve: letThrough } = Promise.withResolvers<void>()
  await two.route(/\/assets\/static-/, async (route) => {
    await wait
    await route.continue()
  })
  await two.getByRole('main').getByRole('button', { name: 'Log Out' }).click()
  await dialog.getByRole('button', { name: 'Log out and discard' }).click()
  await expect(two).toHaveURL('/')
  await expect(two.getByRole('link', { name: 'Sign Up' }).first()).toBeVisible()
  await expect(one).toHaveURL('/login')
  await expect(one.getByText('You logged out in another tab.')).toBeVisible()
  const kept = await one.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(kept).not.toContain('unsaid')

  // back is a screen of the app again, and no address of one over the landing page
  await two.evaluate(() => history.back())
  await expect(two).not.toHaveURL('/')
  letThrough()
  await expect(two).toHaveURL('/login')
  await expect(two.getByRole('heading', { name: 'Log in' })).toBeVisible()

  // and signing in again in one signs in the other; a browser that kept the page knows that somebody left it,
  // and leads the next one to the rooms
  await logIn(two, mia)
  await expect(two).toHaveURL(/\/(settings|rooms)$/)
  await expect(one).not.toHaveURL('/login')
})

test('logging out asks, too, about words that only another tab holds, after a reload of that tab as well @long', async ({
  club,
  device,
  watch,
}) => {
  const mia = await club.member()
  const one = await device({ as: mia })
  const two = watch(await one.context().newPage())
  await one.goto('/settings/records')
  await one.getByRole('button', { name: 'Make a request' }).click()
  await one.getByLabel('Your request').fill('half a request')
  await two.goto('/rooms')
  await one.goto('/rooms')
  const dialog = two.getByRole('dialog')
  await two.getByRole('main').getByRole('button', { name: 'Log Out' }).click()
  await expect(dialog).toContainText('another tab')
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(dialog).toHaveCount(0)
  // what they are is nobody's business outside of their tab
  expect(await two.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('half')

  // once they are gone there is nothing to ask about
  await one.goto('/settings/records')
  await one.getByLabel('Your request').fill('')
  await two.getByRole('main').getByRole('button', { name: 'Log Out' }).click()
  await expect(two).toHaveURL('/')
})

test('the next person on a device sees nothing of the one before', async ({ club, device }) => {
  const slug = await club.room()
  const [mia, ben] = [await club.member(), await club.member({ name: 'Ben' })]
  const page = await device({ as: mia })
  await enter(page, slug)
  await say(page, 'said by Mia')
  await composer(page).fill('private to Mia')
  await page.context().clearCookies()
  await page.goto('/login')
  await logIn(page, ben)
  await expect(page).toHaveURL('/rooms')
  await page.goto(`/room/${slug}`)
  await expect(live(page)).toBeVisible()
  await expect(composer(page)).toHaveValue('')

  // and Mia finds hers again
  await page.context().clearCookies()
  await page.goto('/login')
  await logIn(page, mia)
  await expect(page).toHaveURL('/rooms')
  await page.goto(`/room/${slug}`)
  await expect(composer(page)).toHaveValue('private to Mia')
})
