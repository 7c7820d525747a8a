import { enter, expect, expectAccessible, live, logIn, somebody, test } from '../club/journey.ts'
import { signUp } from '../acts/signup.ts'

// the club is shared with the journeys that follow
test.afterEach(async ({ club }) => {
  await club.admitBy(await club.member({ name: 'Ada', isAdmin: true }), 'open')
})

test('from the waitlist to a room: join, confirm, be admitted, sign up with the code, come in', async ({
  club,
  device,
}) => {
  const admin = await club.member({ name: 'Ada', isAdmin: true })
  await club.admitBy(admin, 'invitation')
  const mia = somebody()
  const mias = await device()
  await mias.goto('/signup')
  await mias.getByRole('link', { name: 'Auf die Warteliste' }).click()
  await expect(mias).toHaveURL('/waitlist')
  await expectAccessible(mias)
  await mias.getByLabel('Email').fill(mia.email)
  await mias.getByRole('button', { name: 'Join Waitlist' }).click()
  await expect(mias.getByRole('heading', { name: 'Please look into your inbox' })).toBeVisible()
  await expectAccessible(mias)
  const { link } = await club.mails.place(mia.email)
  await mias.goto('about:blank')
  await mias.goto(link)
  await mias.getByRole('button', { name: 'Confirm my place' }).click()
  await expect(mias.getByText('You are on the waitlist')).toBeVisible()

  const ada = await device({ as: admin })
  await ada.goto(`/admin/door?search=${encodeURIComponent(mia.email)}`)
  await ada.getByRole('button', { name: `${mia.email} aufnehmen` }).click()
  await expect(ada.getByText('1 Person ist aufgenommen')).toBeVisible()
  await expectAccessible(ada)

  const mail = await club.mails.invitation(mia.email)
  await mias.goto('about:blank')
  await mias.goto(mail.link)
  await expectAccessible(mias)
  await mias.getByRole('button', { name: 'Einlösen' }).click()
  await expect(mias).toHaveURL('/signup')
  await signUp(mias, mia)
  const confirmation = await club.mails.confirmation(mia.email)
  await mias.goto(confirmation.link)
  await mias.getByRole('button', { name: 'Confirm email address' }).click()
  await mias.getByRole('link', { name: 'Log In' }).last().click()
  await logIn(mias, mia)
  await expect(mias).toHaveURL('/rooms')
  await mias.getByRole('main').getByRole('link', { name: 'Salon', exact: true }).click()
  await mias.getByRole('dialog').getByRole('checkbox').check()
  await mias.getByRole('button', { name: 'Consent and enter' }).click()
  await expect(live(mias)).toBeVisible()
})

test('in German: an address joins, confirms, and withdraws by the link in its mail @long', async ({
  club,
  device,
}) => {
  await club.admitBy(await club.member({ name: 'Ada', isAdmin: true }), 'invitation')
  const { email } = somebody()
  const page = await device()
  await page.goto('/waitlist')
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await page.getByLabel('E-Mail').fill(email)
  await page.getByRole('button', { name: 'Auf die Warteliste' }).click()
  await expect(page.getByText(/Zurückziehen können Sie Ihre Adresse jederzeit/)).toBeVisible()
  const { link, text } = await club.mails.place(email)
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByRole('button', { name: 'Platz bestätigen' }).click()
  await expect(page.getByText('Sie stehen auf der Warteliste')).toBeVisible()
  await page.goto('about:blank')
  await page.goto(/https?:\S+#leave=[\w-]+/.exec(text)![0])
  await page.getByRole('button', { name: 'Warteliste verlassen' }).click()
  await expect(page.getByText('Ihre Adresse steht nicht mehr auf der Warteliste')).toBeVisible()
})

test('a club that admits by invitation keeps newcomers waiting and nobody else, until an admin lets them in @long', async ({
  club,
  device,
}) => {
  const ada = await club.member({ name: 'Ada', isAdmin: true })
  const ben = await device({ as: await club.member({ name: 'Ben' }) })
  const desk = await device({ as: ada })
  await desk.goto('/admin/door')
  await desk.getByRole('radio', { name: /nur mit Einladung/ }).check()
  await desk.getByRole('button', { name: 'Übernehmen' }).click()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Tür schließen' }).click()
  await expect(desk.getByText('Übernommen.')).toBeVisible()
  await enter(ben, 'salon')
  await expect(live(ben)).toBeVisible()

  const nora = await club.member({ name: 'Nora', hasConsent: false })
  const noras = await device({ as: nora })
  await noras.goto('/rooms')
  await expect(noras.getByText(/You are number \d+ of \d+/)).toBeVisible()
  await expectAccessible(noras)

  await desk.goto(`/admin/door?search=${encodeURIComponent(nora.email)}`)
  await desk.getByRole('button', { name: `${nora.username} aufnehmen` }).click()
  // she looks on, and the rooms open before her
  await expect(noras.getByText('You are on the waitlist')).toHaveCount(0)
  await expect(noras.getByRole('link', { name: 'Invite somebody' })).toBeVisible()
})

test('a member gives an invitation that lets a waiting account in at once @long', async ({
  club,
  device,
}) => {
  const ben = await device({ as: await club.member({ name: 'Ben' }) })
  await ben.goto('/settings')
  await ben
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Invitations' })
    .click()
  await ben.getByRole('button', { name: 'Create invitation' }).click()
  await expect(ben.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expectAccessible(ben)
  const code = await ben.locator('[data-code]').innerText()

  await club.admitBy(await club.member({ name: 'Ada', isAdmin: true }), 'invitation')
  const nora = await club.member({ name: 'Nora', hasConsent: false })
  const noras = await device({ as: nora })
  await noras.goto('/rooms')
  await noras.getByRole('link', { name: 'Enter invite code' }).click()
  await noras.getByLabel('Your code').fill(code.toLowerCase().replaceAll('-', ' '))
  await noras.getByRole('button', { name: 'Einlösen' }).click()
  await expect(noras).toHaveURL('/rooms')
  await expect(noras.getByText('You are on the waitlist')).toHaveCount(0)

  await ben.reload()
  await expect(ben.getByText('Somebody joined with it.', { exact: false })).toBeVisible()
})

test('the other way round: an admin in English admits, members in German invite and come in by the code @long', async ({
  club,
  device,
}) => {
  const ben = await device({ as: await club.member({ name: 'Ben' }) })
  const desk = await device({ as: await club.member({ name: 'Ada', isAdmin: true }) })
  await desk.goto('/admin/door')
  await desk.getByRole('button', { name: 'English' }).click()
  await desk.getByRole('radio', { name: /by invitation/ }).check()
  await desk.getByRole('button', { name: 'Apply' }).click()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Close the door' }).click()
  await expect(desk.getByText('Applied.')).toBeVisible()

  await ben.goto('/invitations')
  await ben.getByRole('button', { name: 'Deutsch' }).click()
  await ben.getByRole('button', { name: 'Einladung erstellen' }).click()
  await expect(ben.getByRole('img', { name: 'QR-Code mit dem Link der Einladung' })).toBeVisible()
  await expectAccessible(ben)
  const code = await ben.locator('[data-code]').innerText()

  const nora = await device({ as: await club.member({ name: 'Nora', hasConsent: false }) })
  await nora.goto('/rooms')
  await nora.getByRole('button', { name: 'Deutsch' }).click()
  await expect(nora.getByText(/Sie sind Nummer \d+ von \d+/)).toBeVisible()
  await nora.getByRole('link', { name: 'Einladungscode einlösen' }).click()
  await nora.getByLabel('Ihr Code').fill(code)
  await nora.getByRole('button', { name: 'Einlösen' }).click()
  await expect(nora).toHaveURL('/rooms')
  await expect(nora.getByText('Sie stehen auf der Warteliste')).toHaveCount(0)
  await expect(
    nora.getByRole('main').getByRole('link', { name: 'Salon', exact: true }),
  ).toBeVisible()

  const lea = await club.member({ name: 'Lea', hasConsent: false })
  await desk.goto(`/admin/door?search=${encodeURIComponent(lea.email)}`)
  await desk.getByRole('button', { name: `Admit ${lea.username}` }).click()
  await expect(desk.getByText('1 person is admitted and gets an email.')).toBeVisible()
  await desk.getByRole('searchbox').fill(lea.email)
  await expect(desk.getByRole('button', { name: `Admit ${lea.username}` })).toHaveCount(0)

  await ben.reload()
  await expect(ben.getByText('Jemand ist damit gekommen.', { exact: false })).toBeVisible()
})
