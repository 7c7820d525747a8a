import {
  composer,
  conversation,
  enter,
  expect,
  expectAccessible,
  live,
  somebody,
  test,
} from '../club/journey.ts'
import { focusByTab } from '../club/keys.ts'

test.use({ emailConfirmation: 'off' })

test('from the landing page to the first post without a mouse', async ({ device }) => {
  const mia = somebody()
  const page = await device()
  const { keyboard } = page
  await page.goto('/')
  await focusByTab(page, /^Skip to content$|^Zum Inhalt springen$/)
  await focusByTab(page, /^Sign Up$/)
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/signup')

  await focusByTab(page, /mindestens 18 Jahre/)
  await keyboard.press('Space')
  await focusByTab(page, /^Weiter$/)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Ihr Profil' })).toBeFocused()

  for (const [label, text] of [
    [/^Geburtsdatum/, '01041990'],
    [/^E-Mail-Adresse/, mia.email],
    [/^Passwort$/, mia.password],
    [/^Benutzername/, mia.username],
    [/^Stadt/, mia.city],
    [/^Bio/, 'Ohne Maus.'],
  ] as const) {
    await focusByTab(page, label)
    await keyboard.type(text)
  }
  await focusByTab(page, /^Ich habe die/)
  await keyboard.press('Space')
  await focusByTab(page, /^Konto erstellen$/)
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/verify')

  await focusByTab(page, /^Zu den Räumen$/)
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/rooms')
  await focusByTab(page, /^Am Tresen$/)
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await focusByTab(page, /^I explicitly consent/)
  await keyboard.press('Space')
  await focusByTab(page, /^Consent and enter$/)
  await keyboard.press('Enter')
  await expect(live(page)).toBeVisible()

  await focusByTab(page, /^Join in$/)
  await keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Your message' })).toBeFocused()
  await keyboard.type('Guten Abend, ganz ohne Maus.')
  await keyboard.press('Control+Enter')
  await expect.poll(() => conversation(page)).toContain('Guten Abend, ganz ohne Maus.')
  await expect(page.getByRole('article').first()).toContainText('Icebreaker')

  // a dialog takes the focus, keeps it, and gives it back
  await focusByTab(page, /^More about this room$/, 80)
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  for (let press = 0; press < 6; press += 1) {
    await keyboard.press('Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
  }
  await keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More about this room' })).toBeFocused()
})

test('single keys go through the posts of a room, answer there, and hide none behind what sticks', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest()
  const ben = await club.member({ name: 'Ben' })
  await club.enter(ben, slug)
  for (let n = 1; n <= 20; n += 1) await club.post(ben, slug, `Satz ${n}.`)
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const page = await device({ as: mia, viewport })
    const { keyboard } = page
    await enter(page, slug)
    await expect(page.getByRole('article')).toHaveCount(20)
    const at = page.locator('article:focus')
    const inSight = () =>
      at.evaluate((post) => {
        const { left, top, bottom, width } = post.getBoundingClientRect()
        const isSeen = (y: number) => post.contains(document.elementFromPoint(left + width / 2, y))
        return isSeen(top + 2) && isSeen(bottom - 2)
      })
    for (let n = 20; n >= 1; n -= 1) {
      await keyboard.press('j')
      await expect(at).toContainText(`Satz ${n}.`)
      expect(await inSight(), `down at ${n}`).toBe(true)
    }
    for (let n = 2; n <= 20; n += 1) {
      await keyboard.press('k')
      await expect(at).toContainText(`Satz ${n}.`)
      expect(await inSight(), `up at ${n}`).toBe(true)
    }
    await keyboard.press('r')
    const box = page.locator('textarea:focus')
    await expect(box).toHaveValue('')
    await keyboard.type('jw')
    await expect(box).toHaveValue('jw')
    await box.fill('')
    await page.context().close()
  }
})

test('a member one knows is one key and two letters away, from any screen @long', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('Guten Abend.')
  const zoe = await club.member({ name: 'Zoe' })
  await club.enter(zoe, slug)
  const page = await device({ as: mia })
  const other = await device({ as: zoe })
  await enter(other, slug)
  await other.getByRole('button', { name: /^Wave to/ }).click()
  await expect(other.getByRole('button', { name: /: waved$/ })).toBeVisible()
  for (const path of ['/rooms', '/settings', `/room/${slug}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).last()).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('zo')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/member\//)
    await expect(page.getByRole('heading', { level: 1, name: zoe.username })).toBeVisible()
  }
})

test('what is typed before the jump window has come stands in its field, and nowhere else @long', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('Guten Abend.')
  const page = await device({ as: mia })
  const { promise: late, resolve: come } = Promise.withResolvers<void>()
  await page.route(/\/assets\/FrameWindow-/, async (route) => {
    await late
    await route.continue()
  })
  await enter(page, slug)
  await composer(page).fill('Ein Entwurf')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('einx')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('st')
  come()
  const field = page.getByRole('combobox')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('einst')
  await page.keyboard.press('Escape')
  await expect(composer(page)).toHaveValue('Ein Entwurf')
})

test('in a room everything stands in a landmark, also while the question about cookies is open', async ({
  club,
  device,
}) => {
  const { mia, slug } = await club.guest('Guten Abend.')
  const page = await device({ as: mia, isUnasked: true })
  await enter(page, slug)
  await expect(page.getByRole('region', { name: /Ihre Cookie-Auswahl/ })).toBeVisible()
  await expectAccessible(page)
})
