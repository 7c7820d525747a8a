import { decide, expectSeen, openSide, openReview, prove, tickAll, toasts } from '../acts/cases.ts'
import { BLACKENED, preparePapers, submitPapers } from '../acts/documents.ts'
import {
  enter,
  expect,
  expectConversation,
  live,
  say,
  somebody,
  test,
  type Page,
} from '../club/journey.ts'
import { confirmAge, consentAndEnter, fillIn, signUpForm } from '../acts/signup.ts'

test.use({ emailConfirmation: 'off' })

const status = (page: Page) => page.getByRole('region', { name: 'Ihr Status' })

test('a card blackened before there is an account is reviewed, and the badge is there for all', async ({
  club,
  device,
}) => {
  const [mia, ben, chief] = [
    somebody(),
    await club.member({ name: 'Ben' }),
    await club.member({ name: 'Jo', isAdmin: true }),
  ]
  const slug = await club.room()
  await club.letProofLapse(chief)

  // nothing is sent before there is an account, and all of it right after
  const page = await device({ viewport: { width: 1280, height: 900 } })
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET') sent.push(pathname)
  })
  await page.goto('/signup')
  await confirmAge(page)
  await fillIn(page, mia)
  await page.getByRole('button', { name: 'Jetzt verifizieren (optional)' }).click()
  await expect(page.getByRole('dialog')).toContainText('direkt nach der Registrierung')
  await preparePapers(page)
  await submitPapers(page)
  await expect(toasts(page)).toContainText('Nicht angemeldet')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('Ihre Dokumente liegen bereit')).toBeVisible()
  expect(sent).toEqual([])
  await signUpForm(page).create.click()
  await expect(page).toHaveURL('/verify')
  await expect(toasts(page)).toContainText('Erfolgreich eingereicht')
  await expect(status(page)).toContainText('In Prüfung')
  expect(sent.filter((path) => path === '/api/verification')).toHaveLength(1)

  await page.goto(`/room/${slug}`)
  await consentAndEnter(page)
  await expect(live(page)).toBeVisible()
  await say(page, 'Guten Abend.')
  await expectConversation(page, ['Guten Abend.'])
  await page.goto('/verify')
  await expect(status(page)).toContainText('In Prüfung')
  await expect(page.getByText('Bisher hat niemand hingesehen.')).toBeVisible()

  // only a reviewer finds the way, and only one who proves who they are sees an image
  const his = await device({ as: ben })
  await his.goto('/rooms')
  await expect(his.getByRole('main').getByRole('link', { name: 'Settings' })).toBeVisible()
  await expect(his.getByRole('link', { name: 'Review identities' })).toHaveCount(0)
  const desk = await device({ as: chief, viewport: { width: 1280, height: 900 } })
  await desk.goto('/rooms')
  await desk.getByRole('link', { name: 'Review identities' }).click()
  await expect(desk).toHaveURL('/admin/verifications')
  const review = await openReview(desk, mia)
  await expect(review).toContainText('01.04.1990')
  await openSide(desk, 'Vorderseite')
  await prove(desk, { password: 'wrong horse' })
  await expect(desk.getByText('Dieses Passwort ist nicht richtig.')).toBeVisible()
  await prove(desk, chief)
  await expectSeen(desk, 'Vorderseite')
  await openSide(desk, 'Selfie')
  await expectSeen(desk, 'Selfie')
  expect(await darkness(desk, BLACKENED)).toBeLessThan(70)
  expect(await darkness(desk, { left: 0.1, top: 0.6, right: 0.4, bottom: 0.8 })).toBeGreaterThan(90)

  // the checklist first, the decision then
  await review.getByRole('button', { name: 'Genehmigen', exact: true }).press('Enter')
  await expect(review.getByRole('checkbox').first()).toBeFocused()
  await tickAll(desk)
  await decide(desk, 'Genehmigen')
  await expect(toasts(desk)).toContainText('Verifizierung genehmigt')
  await expect(toasts(desk)).toContainText('Die Verifizierung wurde genehmigt.')
  await expect(review).toContainText('Genehmigt')

  // Mia sees it without asking again, and who looked; the mail says only that there is news
  await expect(status(page)).toContainText('Verifiziert')
  await expect(status(page)).toContainText('ID geprüft (manuell)')
  const views = page.getByRole('region', { name: 'Wer meine Dokumente gesehen hat' })
  await page.reload()
  await expect(views.getByRole('listitem')).toHaveCount(2)
  await expect(views).toContainText('Vorderseite')
  await expect(views).toContainText('Selfie')
  await expect(views).not.toContainText(chief.username)
  const news = await club.mails.news(mia.email)
  expect(news.link).toBe(`${club.url}/verify`)
  const said = [news.subject, news.heads, news.text, news.html].join('\n').replaceAll(news.link, '')
  expect(said).not.toMatch(
    /verif|ausweis|dokument|document|genehmigt|abgelehnt|approved|rejected|prüf|review|identi/i,
  )

  // and everybody sees the badge
  await enter(his, slug)
  const post = his.getByRole('article').filter({ hasText: 'Guten Abend.' })
  await expect(post.getByText('Verifiziert')).toBeAttached()
  await post.getByRole('link', { name: mia.username }).click()
  await expect(his.getByRole('heading', { level: 1, name: mia.username })).toBeVisible()
  await expect(his.getByRole('article').getByText('Verifiziert')).toBeVisible()
})

/** How light a part of the open front is on average, from 0 to 255. */
const darkness = (page: Page, part: typeof BLACKENED): Promise<number> =>
  page.getByAltText('Vorderseite der Einreichung von').evaluate((image: HTMLImageElement, of) => {
    const { naturalWidth: width, naturalHeight: height } = image
    const draw = Object.assign(document.createElement('canvas'), { width, height }).getContext(
      '2d',
    )!
    draw.drawImage(image, 0, 0)
    const [x, y] = [Math.ceil(width * of.left) + 4, Math.ceil(height * of.top) + 4]
    const [w, h] = [Math.floor(width * of.right) - x - 4, Math.floor(height * of.bottom) - y - 4]
    const { data } = draw.getImageData(x, y, w, h)
    let sum = 0
    for (let at = 0; at < data.length; at += 4) sum += data[at]! + data[at + 1]! + data[at + 2]!
    return sum / (data.length / 4) / 3
  }, part)

test('a rejection says why, and another attempt replaces what was there @long', async ({
  club,
  device,
}) => {
  const [mia, chief] = [await club.member(), await club.member({ name: 'Jo', isAdmin: true })]
  await club.submit(mia)
  await club.letProofLapse(chief)
  const page = await device({ as: mia, viewport: { width: 1280, height: 900 } })
  await page.goto('/verify')
  await expect(status(page)).toContainText('In Prüfung')

  const desk = await device({ as: chief, viewport: { width: 1280, height: 900 } })
  await desk.goto('/admin/verifications')
  const review = await openReview(desk, mia)
  await decide(desk, 'Ablehnen')
  await expect(toasts(desk)).toContainText('Begründung erforderlich')
  await expect(toasts(desk)).toContainText('Bitte geben Sie eine Begründung für die Ablehnung ein.')
  const note = review.getByLabel('Begründung oder Notiz')
  await expect(note).toBeFocused()
  await note.fill('Das Foto ist unscharf.')
  await decide(desk, 'Ablehnen')
  await prove(desk, chief)
  await expect(toasts(desk)).toContainText('Verifizierung abgelehnt')
  await expect(toasts(desk)).toContainText('Die Verifizierung wurde abgelehnt.')
  await desk.keyboard.press('Escape')
  await expect(review).toHaveCount(0)
  const rows = desk.getByRole('row').filter({ hasText: mia.username })
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Abgelehnt')

  await expect(status(page)).toContainText('Abgelehnt')
  await expect(status(page)).toContainText('Das Foto ist unscharf.')
  await page.getByRole('button', { name: 'Dokumente hochladen' }).click()
  await preparePapers(page)
  await submitPapers(page)
  await expect(toasts(page)).toContainText('Erfolgreich eingereicht')
  await expect(status(page)).toContainText('In Prüfung')
  await expect(page.getByRole('region', { name: 'Vernichtet' })).toContainText(
    'durch eine neue Einreichung ersetzt',
  )
  await expect(page.getByText('Das Foto ist unscharf.')).toHaveCount(0)

  // it comes to the desk by itself, before the one it follows
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Ausstehend')
  await expect(rows.last()).toContainText('Abgelehnt')
})
