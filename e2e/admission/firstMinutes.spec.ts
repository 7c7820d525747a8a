import {
  composer,
  conversation,
  enter,
  expect,
  live,
  somebody,
  test,
  type Page,
} from '../club/journey.ts'
import { signUpForm } from '../acts/signup.ts'

test.use({ emailConfirmation: 'off' })

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test('from the landing page to the first post a phone takes at most thirteen taps', async ({
  club,
  device,
}) => {
  const slug = await club.room({ name: 'Bibliothek' })
  const page = await device({ ...PHONE, isUnasked: true })
  const mia = somebody()
  let taps = 0
  const tap = async (what: ReturnType<Page['locator']>) => {
    taps += 1
    await what.tap()
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto('/')
  await tap(button('Necessary Only'))
  await tap(page.getByRole('link', { name: 'Sign Up' }).first())
  await tap(page.getByRole('checkbox'))
  await tap(button('Weiter'))

  // from the first field on the keyboard itself says "next", and leads there
  const form = signUpForm(page)
  await tap(form.birthdate)
  for (const [field, words] of [
    [form.birthdate, '01041990'],
    [form.email, mia.email],
    [form.password, mia.password],
    [form.username, mia.username],
  ] as const) {
    await expect(field).toBeFocused()
    await page.keyboard.type(words)
    await page.keyboard.press('Enter')
  }
  await expect(form.city).toBeFocused()
  await tap(form.terms)
  await tap(form.create)
  await expect(page.getByText(`Willkommen, ${mia.username}.`)).toBeVisible()
  await tap(page.getByRole('link', { name: 'Zu den Räumen' }))
  await tap(page.getByRole('link', { name: 'Bibliothek' }).last())

  // all of the consent is one screen
  const dialog = page.getByRole('dialog')
  for (const part of [dialog.getByRole('heading').first(), dialog.getByRole('checkbox')])
    await expect(part).toBeInViewport({ ratio: 1 })
  expect(await dialog.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(1)
  await tap(dialog.getByRole('checkbox'))
  await tap(dialog.getByRole('button', { name: 'Consent and enter' }))

  await expect(live(page)).toBeVisible()
  const hello = 'Good evening, I am new here.'
  await tap(button(hello))
  await expect(composer(page)).toHaveValue(hello)
  await expect(composer(page)).toBeFocused()
  expect(await club.stored(slug)).toEqual([])
  await tap(button('Post'))
  await expect.poll(() => conversation(page)).toEqual([hello])
  await expect.poll(() => club.stored(slug)).toHaveLength(1)
  expect(taps).toBeLessThanOrEqual(13)

  // it says goodbye once
  const goodbye = page.getByText('Good to have you here.')
  await expect(goodbye).toBeVisible()
  await page.reload()
  await expect.poll(() => conversation(page)).toEqual([hello])
  await expect(live(page)).toBeVisible()
  await expect(goodbye).toHaveCount(0)
})

test('the welcome in a room moves nothing as it comes, and once closed is over on that device @long', async ({
  club,
  device,
}) => {
  // enough of them to fill any window, as they will
  const { slug } = await club.guest(...Array.from({ length: 15 }, (_, n) => `Satz ${n}.`))
  const nora = await club.member({ name: 'Nora' })
  for (const viewport of [
    PHONE.viewport,
    { width: 320, height: 568 },
    { width: 1440, height: 900 },
  ]) {
    const page = await device({ as: nora, viewport })
    await page.addInitScript(() => {
      // a device on which nobody was in the club before
      if (!sessionStorage.getItem('moved')) localStorage.removeItem('parlour.first-visit')
      sessionStorage.setItem('moved', '0')
      new PerformanceObserver((list) => {
        for (const one of list.getEntries() as (PerformanceEntry & { value: number })[])
          sessionStorage.setItem(
            'moved',
            String(Number(sessionStorage.getItem('moved')) + one.value),
          )
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await enter(page, slug)
    const welcome = page.getByRole('region', { name: 'You are in.' })
    await expect(welcome.getByRole('button').first()).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(15)
    expect(await page.evaluate(() => Number(sessionStorage.getItem('moved')))).toBeLessThan(0.02)
    await page.getByRole('button', { name: 'Close the welcome' }).click()
    await expect(welcome).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('article')).toHaveCount(15)
    await expect(live(page)).toBeVisible()
    await expect(welcome).toHaveCount(0)
  }
})

test('who comes back to /verify finds its papers first, and no welcome @long', async ({
  club,
  device,
}) => {
  const page = await device({ as: await club.member() })
  await page.goto('/verify')
  const upload = page.getByRole('button', { name: 'Dokumente hochladen' })
  await expect(upload).toHaveAttribute('data-look', 'primary')
  await expect(page.getByText(/^Willkommen/)).toHaveCount(0)
})

test('the sign-up of a phone is a card of at most 950 pixels, in every language @long', async ({
  club,
  device,
}) => {
  for (const language of ['mul', 'de', 'en']) {
    const page = await device(PHONE)
    await page.context().addCookies([{ name: 'language', value: language, url: club.url }])
    await page.goto('/')
    // the app reads the choice where the page's own script keeps it
    await page.evaluate((one) => localStorage.setItem('language', one), language)
    await page.goto('/signup')
    await page.getByRole('checkbox').tap()
    await page.locator('main button[type=submit]').tap()
    const form = page.locator('main form')
    await expect(page.locator('[name=birthdate]')).toBeVisible()
    const height = await form.evaluate((one) => one.parentElement!.getBoundingClientRect().height)
    expect(height, language).toBeLessThanOrEqual(950)
  }
})

test('an answer begun at the door waits in the tab until its author is in a room @long', async ({
  device,
}) => {
  const page = await device(PHONE)
  await page.goto('/')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')))
  await page.getByRole('textbox', { name: 'Your answer' }).fill('Auf den ersten Schnee.')
  await page.getByRole('button', { name: 'Join in' }).tap()
  await expect(page).toHaveURL('/signup')
  expect(await page.evaluate(() => sessionStorage.getItem('parlour.first-words'))).toBe(
    'Auf den ersten Schnee.',
  )
  expect(sent.filter((one) => /Schnee/.test(decodeURIComponent(one)))).toEqual([])
})
