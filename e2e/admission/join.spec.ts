import {
  conversation,
  enter,
  expect,
  expectConversation,
  live,
  logIn,
  say,
  somebody,
  test,
} from '../club/journey.ts'
import { letSettle } from '../acts/contentRules.ts'
import { consentAndEnter, signUp, signUpForm } from '../acts/signup.ts'

test('a visitor joins, confirms by the link, logs in, enters a room and talks with others who see it live', async ({
  club,
  device,
}) => {
  const slug = await club.room({ name: 'Bibliothek' })
  const ben = await club.member({ name: 'Ben', isVerified: true })
  // links are for those who have been here for a while
  await letSettle(club, ben)
  const bens = await device({ as: ben })
  await enter(bens, slug)
  await expect(
    bens.getByText('No posts yet. Be the first to start the conversation!'),
  ).toBeVisible()

  const mia = somebody()
  const mias = await device()
  await signUp(mias, mia)
  await expect(mias.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(mias.getByText(mia.email)).toBeVisible()

  const { link } = await club.mails.confirmation(mia.email)
  await mias.goto(link)
  await mias.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(mias.getByText('Your email address is confirmed')).toBeVisible()
  await mias.getByRole('link', { name: 'Log In' }).last().click()
  await logIn(mias, mia)
  await expect(mias).toHaveURL('/rooms')

  await mias.getByRole('link', { name: 'Bibliothek' }).last().click()
  await consentAndEnter(mias)
  await expect(mias.getByRole('heading', { name: 'Bibliothek' })).toBeVisible()
  await expect(live(mias)).toBeVisible()

  await say(mias, 'Guten Abend!')
  await expect(bens.getByText('Guten Abend!')).toBeVisible()
  const post = bens.getByRole('article').filter({ hasText: 'Guten Abend!' })
  await expect(post).toContainText(mia.username)
  await expect(post).toContainText('Hamburg')

  await say(bens, 'Good evening, Mia.')
  await say(mias, 'Wie war dein Tag?')
  await say(bens, 'Long. <b>Very</b> long.\nAnd https://example.org is only words.')
  const said = [
    'Long. <b>Very</b> long.\nAnd https://example.org is only words.',
    'Wie war dein Tag?',
    'Good evening, Mia.',
    'Guten Abend!',
  ]
  const stored = () => club.stored(slug)
  await expect.poll(stored).toHaveLength(4)
  expect((await stored()).toSorted()).toEqual(said.toSorted())
  await expectConversation(mias, await stored())
  await expectConversation(bens, await stored())
  expect(await mias.locator('article p[dir=auto] :is(b, a)').count()).toBe(0)

  await mias.reload()
  await expect(live(mias)).toBeVisible()
  expect(await conversation(mias)).toEqual(await conversation(bens))
})

test('the code beside the link confirms as well, however it is typed @long', async ({
  club,
  device,
}) => {
  const mia = somebody()
  const page = await device()
  await signUp(page, mia)
  const { code } = await club.mails.confirmation(mia.email)
  const field = page.getByLabel('Code from the email')
  await field.fill('AAAA-AAAA')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('This code is wrong or has expired.').first()).toBeVisible()

  await field.fill(` ${code!.toLowerCase().replace('-', ' ')}`)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(mia.email)
  await logIn(page, mia)
  await expect(page).toHaveURL('/rooms')
})

test('who logs in before confirming is led to "Check your email" and can have the mail sent again @long', async ({
  club,
  device,
}) => {
  const mia = somebody()
  const page = await device()
  await signUp(page, mia)
  await club.mails.confirmation(mia.email)
  // closed the tab, came back another day
  const later = await device()
  await later.goto('/login')
  await logIn(later, mia)
  await expect(later.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await later.getByRole('button', { name: 'Resend confirmation email' }).click()
  await expect(later.getByText('a new message is on its way')).toBeVisible()
  const { link } = await club.mails.confirmation(mia.email, 2)
  await later.goto(link)
  await later.getByRole('button', { name: 'Confirm email address' }).click()
  await later.getByRole('link', { name: 'Log In' }).last().click()
  await logIn(later, mia)
  await expect(later).toHaveURL('/rooms')

  // the first tab still waits; its way back to the log-in stays open
  await page.getByRole('link', { name: 'Back to login' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(mia.email)
})

test('a used or invented confirmation link says so and shows the way @long', async ({ device }) => {
  const page = await device()
  await page.goto(`/#confirm=${'x'.repeat(43)}`)
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByText('This link is invalid or has expired.')).toBeVisible()
  await expect(signUpForm(page).create).toHaveCount(0)
})
