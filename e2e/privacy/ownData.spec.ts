import { readFile, writeFile } from 'node:fs/promises'
import { unzip } from '#testing/privacy/exports.ts'
import {
  conversation,
  enter,
  expect,
  expectAccessible,
  logIn,
  test,
  type Member,
  type Page,
} from '../club/journey.ts'
import { letDeletionPass } from '../acts/ownData.ts'

const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) =>
  main(page).getByRole('button', { name, exact: true }).click()
/** Once all is there: what comes above moves a button from under the hand that presses it. */
async function openDeletion(page: Page): Promise<void> {
  await page.goto('/settings')
  await expect(main(page).getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
  await expect(main(page).locator('[aria-busy=true]')).toHaveCount(0)
  await press(page, 'Delete account')
}

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

async function prove(page: Page, { password }: Member): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /confirm that it is you/ })
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
}

/** Downloads what the button gives, and answers where it lies. */
async function download(page: Page): Promise<string> {
  const coming = page.waitForEvent('download')
  await press(page, 'Download the copy')
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^parlour-\d{4}-\d\d-\d\d\.zip$/)
  return file.path()
}

test('a member exports everything, opens the ZIP, and gets it once more by the mailed link', async ({
  club,
  device,
}, info) => {
  const said = 'Guten Abend aus dem Wintergarten.'
  const { mia } = await club.guest(said)
  const page = await device({ as: mia })
  await club.letProofLapse(mia)
  await page.goto('/settings')
  await press(page, 'Export my data')
  await prove(page, mia)
  await expect(main(page).getByText('Your copy is ready')).toBeVisible({ timeout: 60_000 })
  await expect(main(page)).toContainText('You can ask for the next copy from')
  await expectAccessible(page)

  const files = await unzip(await readFile(await download(page)))
  const copy = JSON.parse(files.get('export.json')!.toString('utf8')) as object
  expect(JSON.stringify(copy)).toContain(said)
  expect(JSON.stringify(copy)).toContain(mia.email)
  expect(files.get('posts.csv')!.toString('utf8')).toContain(said)
  const readable = info.outputPath('index.html')
  await writeFile(readable, files.get('index.html')!)
  const reader = await page.context().newPage()
  await reader.goto(`file://${readable}`)
  await expect(reader.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(reader.locator('body')).toContainText(said)
  await reader.close()

  const { link } = await club.mails.copy(mia.email)
  await page.goto('/rooms')
  await page.goto(link)
  const button = main(page).getByRole('button', { name: 'Download the copy' })
  await expect(button).toBeFocused()
  await expect(page).toHaveURL('/settings')
  expect((await unzip(await readFile(await download(page)))).size).toBe(files.size)
  await page.goto(link)
  await press(page, 'Download the copy')
  await expect(main(page).getByRole('alert').filter({ hasText: /\S/ })).toContainText(
    'This link is no longer good',
  )
})

test('the mailed link waits behind the log-in, and gives nothing to anybody else @long', async ({
  club,
  device,
}) => {
  const [mia, ben] = [await club.member(), await club.member({ name: 'Ben' })]
  const page = await device({ as: mia })
  await page.goto('/settings')
  await press(page, 'Export my data')
  await expect(main(page).getByText('Your copy is ready')).toBeVisible({ timeout: 60_000 })
  const { link } = await club.mails.copy(mia.email)

  const other = await device({ as: ben })
  await other.goto(link)
  await press(other, 'Download the copy')
  await expect(main(other).getByRole('alert').filter({ hasText: /\S/ })).toContainText(
    'belongs to another account',
  )

  const fresh = await device()
  await fresh.goto(link)
  await expect(fresh).toHaveURL('/login')
  await logIn(fresh, mia)
  await expect(fresh).toHaveURL('/settings')
  await download(fresh)
})

test('delete, undo, delete again, purge', async ({ club, device }) => {
  const said = 'Ich bin gleich weg.'
  const { mia, slug } = await club.guest(said)
  const ben = await club.member({ name: 'Ben' })
  await club.enter(ben, slug)
  const [page, second, his] = [
    await device({ as: mia }),
    await device({ as: mia }),
    await device({ as: ben }),
  ]
  await enter(second, slug)
  await enter(his, slug)
  await expect.poll(() => conversation(his)).toEqual([said])

  await openDeletion(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('All data is deleted within 30 days.')
  await expect(dialog).toContainText('Invoices and payments, without your name: 8 years')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByRole('button', { name: 'Deleting' })).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(toasts(page)).toContainText('Konto gelöscht / Account deleted')
  await expectAccessible(page)

  // everywhere and at once
  await expect(second).toHaveURL('/login')
  await expect.poll(() => conversation(his)).toEqual([])
  await page.goto('/login')
  await logIn(page, mia)
  await expect(main(page)).toContainText('the link in our email about it brings it back')

  const { link } = await club.mails.stay(mia.email)
  await page.goto(link)
  await expectAccessible(page)
  await press(page, 'Keep your account')
  await expect(main(page)).toContainText('Your account is back')
  await main(page).getByRole('link', { name: 'Log In' }).click()
  await logIn(page, mia)
  await expect(page).toHaveURL('/rooms')
  await enter(page, slug)
  await expect.poll(() => conversation(page)).toEqual([said])
  await enter(his, slug)
  await expect.poll(() => conversation(his)).toEqual([said])

  await openDeletion(page)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(toasts(page)).toContainText('Account deleted')
  const again = await club.mails.stay(mia.email, 2)
  await letDeletionPass(club.server, mia.email)
  await expect.poll(() => club.accounts(mia.email), { timeout: 60_000 }).toBe(0)
  expect(await club.stored(slug)).toEqual([])
  await page.goto(again.link)
  await press(page, 'Keep your account')
  await expect(main(page).getByRole('alert')).toContainText('invalid or has expired')
})

test('a request by right is made, answered by an admin, and the answer is read where it was made @long', async ({
  club,
  device,
}) => {
  const [mia, chief] = [await club.member(), await club.member({ name: 'Jo', isAdmin: true })]
  const page = await device({ as: mia })
  await page.goto('/settings/records')
  await press(page, 'Make a request')
  await main(page).getByLabel('Your request').fill('Ich bin 1990 geboren.')
  await press(page, 'Send request')
  const told = main(page).getByText(/^Your request DS-\d{4}-\d{6} has arrived/)
  await expect(told).toBeVisible()
  const [number = ''] = /DS-\d{4}-\d{6}/.exec((await told.textContent()) ?? '') ?? []

  const desk = await device({ as: chief })
  await desk.goto('/admin/requests')
  const line = desk.getByRole('article', { name: number })
  await expect(line).toContainText('Ich bin 1990 geboren.')
  await expect(line).toContainText(/noch \d\d Tage/)
  await line.getByRole('button', { name: `Beantworten: ${number}` }).click()
  await line.getByLabel(`Antwort auf ${number}`).fill('Stimmt, ist berichtigt.')
  await line.getByLabel(/Geburtsdatum/).fill('01.04.1990')
  await expectAccessible(desk)
  await line.getByRole('button', { name: 'Antworten und abschließen' }).click()
  await expect(desk.getByRole('status').filter({ hasText: number })).toBeVisible()
  await desk.getByRole('link', { name: 'Aufbewahrung' }).click()
  await expect(desk.getByRole('heading', { name: 'Aufbewahrung' })).toBeVisible()
  await expectAccessible(desk)

  await page.reload()
  await expect(main(page)).toContainText('Stimmt, ist berichtigt.')
  await main(page).getByRole('button', { name: 'Show emails' }).click()
  await expect(main(page).getByRole('list', { name: 'Emails we sent you' })).toBeVisible()
})
