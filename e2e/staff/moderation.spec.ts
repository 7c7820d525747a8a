import {
  conversation,
  enter,
  expect,
  expectAccessible,
  live,
  test,
  type Member,
  type Page,
} from '../club/journey.ts'
import { makeModerator } from '../acts/staff.ts'

const main = (page: Page) => page.getByRole('main')
/** Said in the case, or in a toast above the next one, which opens by itself where another waits. */
const expectDecided = (page: Page) =>
  expect(
    page
      .getByText(/ist entschieden/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
const SAID = 'Du bist hässlich, und ich weiß, wo du wohnst.'

/** Reports the only post of somebody's in the room: menu, Report, a reason, sent. */
async function report(page: Page, of: Member, reason: string): Promise<string> {
  await page.getByRole('button', { name: `More about the post by ${of.username}` }).click()
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this post' })
  await dialog.getByRole('radio', { name: reason }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send report' }).click()
  const told = page.getByText(/^Your report R-\d{4}-\d{6} has arrived$/)
  await expect(told).toBeVisible()
  return /R-\d{4}-\d{6}/.exec((await told.textContent()) ?? '')![0]
}

const prove = async (page: Page, { password }: Member) => {
  const dialog = page.getByRole('dialog', { name: /bestätigen Sie, dass Sie es sind/ })
  await dialog.getByLabel('Passwort', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Bestätigen' }).click()
}

test('what is reported is decided, told with its reasons, objected to, and answered by another admin', async ({
  club,
  device,
}) => {
  const slug = await club.room()
  const [ida, ben, jo, kim] = [
    await club.member({ name: 'Ida' }),
    await club.member({ name: 'Ben' }),
    await club.member({ name: 'Jo', isAdmin: true }),
    await club.member({ name: 'Kim', isAdmin: true }),
  ]
  for (const one of [ida, ben]) await club.enter(one, slug)
  await club.post(ben, slug, SAID)
  const [room, idas, bens, jos, kims] = [
    await device({ as: ida }),
    await device({ as: ida, viewport: { width: 320, height: 640 } }),
    await device({ as: ben }),
    await device({ as: jo }),
    await device({ as: kim }),
  ]
  await enter(bens, slug)
  await enter(room, slug)
  await expect.poll(() => conversation(room)).toEqual([SAID])
  await jos.goto('/admin/reports')
  await kims.goto('/admin/reports')
  // other journeys may have left cases of their own
  const line = main(jos).getByRole('article', { name: new RegExp(ben.username) })
  await expect(main(jos).locator('[aria-busy=true]')).toHaveCount(0)
  await expect(line).toHaveCount(0)

  // the desk hears of it by itself
  await enter(idas, slug)
  const number = await report(idas, ben, 'A threat or violence')
  await expect(line).toContainText('Binnen einer Stunde')
  await expect(line).toContainText('Drohung')
  await idas.getByRole('link', { name: 'See what becomes of it' }).click()
  await expect(idas).toHaveURL(`/reports/${number}`)
  await expect(main(idas)).toContainText('Being looked at')
  await expectAccessible(idas)

  // the first admin decides, with the statement before their eyes
  await expectAccessible(jos)
  await line.getByRole('link').click()
  await expect(main(jos).getByRole('blockquote').first()).toContainText(SAID)
  // the others stay beside it, and the button stays in sight, whatever the outcome asks for
  const others = main(jos).getByRole('navigation', { name: 'Fälle' })
  await expect(others.locator('[aria-current=page]')).toContainText(ben.username)
  await jos.keyboard.press('5')
  await expect(main(jos).getByRole('radio', { name: 'Sperren', exact: true })).toBeFocused()
  const decide = main(jos).getByRole('button', { name: 'Entscheiden' })
  await expect(decide).toBeInViewport({ ratio: 1 })
  await main(jos).getByLabel('Was geschehen ist', { exact: true }).scrollIntoViewIfNeeded()
  await expect(decide).toBeInViewport({ ratio: 1 })
  await main(jos).getByRole('radio', { name: 'Sperren', exact: true }).check()
  await main(jos).getByLabel('Wie lange').selectOption('7')
  await main(jos)
    .getByRole('checkbox', { name: /^Beitrag/ })
    .check()
  await main(jos).getByLabel('Regel', { exact: true }).selectOption('House rules, “Be kind”')
  await main(jos)
    .getByLabel('Was geschehen ist', { exact: true })
    .fill('Sie haben jemandem gedroht.')
  const preview = main(jos).getByRole('region', { name: 'Was das Mitglied lesen wird' })
  await preview.getByText('Was das Mitglied lesen wird').click()
  await expect(preview).toContainText('Your account is suspended for a while.')
  await expectAccessible(jos)
  await main(jos).getByRole('button', { name: 'Entscheiden' }).click()
  const sure = jos.getByRole('dialog', { name: `${ben.username} sperren?` })
  await sure.getByRole('button', { name: 'Sperren' }).click()
  await expectDecided(jos)

  // at once, everywhere
  await expect.poll(() => conversation(room)).toEqual([])
  await expect(main(bens).getByRole('heading', { name: /suspended/ })).toBeVisible()
  await bens.getByRole('link', { name: /how to object/ }).click()
  await bens.getByRole('link', { name: 'Account suspended' }).click()
  await expect(main(bens)).toContainText('Sie haben jemandem gedroht.')
  await expectAccessible(bens)
  const mail = await club.mails.report(ida.email)
  expect(mail.link).toContain(`/reports/${number}`)
  await idas.reload()
  await expect(main(idas)).toContainText(/You were right/)

  // by the mailed link, on a device that never logged in
  const mailed = [await club.mails.decision(ben.email), await club.mails.decision(ben.email, 2)]
  const { link } = mailed.find(({ text }) => text.includes('suspended'))!
  const elsewhere = await device({ viewport: { width: 320, height: 640 } })
  await elsewhere.goto(link)
  await expect(main(elsewhere)).toContainText('Sie haben jemandem gedroht.')
  await expect(elsewhere).toHaveURL('/appeal')
  await expectAccessible(elsewhere)
  await main(elsewhere)
    .getByLabel(/^(Your objection|Ihr Widerspruch)$/)
    .fill('Das war ein Zitat aus einem Film.')
  await main(elsewhere)
    .getByRole('button', { name: /^(Send objection|Widerspruch absenden)$/ })
    .click()
  await expect(main(elsewhere)).toContainText('Das war ein Zitat aus einem Film.')

  // not by who decided first
  await jos.goto('/admin/reports?show=appeals')
  const own = main(jos).getByRole('article').filter({ hasText: 'Zitat aus einem Film' })
  await expect(own).toContainText('Den Widerspruch beantwortet jemand anderes.')
  await expect(own.getByRole('button')).toHaveCount(0)
  await main(kims)
    .getByRole('button', { name: /Widersprüche/ })
    .click()
  const other = main(kims).getByRole('article').filter({ hasText: 'Zitat aus einem Film' })
  await other.getByRole('textbox').fill('Stimmt, das war ein Zitat.')
  await expectAccessible(kims)
  await other.getByRole('button', { name: /^Stattgeben/ }).click()
  await expect(kims.getByRole('status').filter({ hasText: 'ist stattgegeben' })).toBeVisible()

  // the door is open again
  await bens.goto(`/room/${slug}`)
  await expect(live(bens)).toBeVisible()
  await bens.goto('/statements')
  await expect(main(bens)).toContainText('Objection answered')
})

test('a moderator finds no breach, who reported objects, and the authorities take two admins @long', async ({
  club,
  device,
}) => {
  const slug = await club.room()
  const [ida, ben, max, jo, kim] = [
    await club.member({ name: 'Ida' }),
    await club.member({ name: 'Ben' }),
    await club.member({ name: 'Max' }),
    await club.member({ name: 'Jo', isAdmin: true }),
    await club.member({ name: 'Kim', isAdmin: true }),
  ]
  for (const one of [ida, ben]) await club.enter(one, slug)
  await makeModerator(club.server, max)
  await club.post(ben, slug, 'Heute leider keine Zeit.')
  const [idas, maxs, jos, kims] = [
    await device({ as: ida }),
    await device({ as: max }),
    await device({ as: jo }),
    await device({ as: kim }),
  ]
  await enter(idas, slug)
  const number = await report(idas, ben, 'Something else')

  await maxs.goto('/admin/reports')
  await main(maxs)
    .getByRole('link', { name: new RegExp(ben.username) })
    .click()
  const address = maxs.url()
  await jos.goto(address)
  await main(maxs).getByRole('radio', { name: 'Kein Verstoß', exact: true }).check()
  await main(jos).getByRole('radio', { name: 'Kein Verstoß', exact: true }).check()
  await main(maxs).getByRole('button', { name: 'Entscheiden' }).click()
  // what could still be taken back is sent by leaving
  await maxs.goto('/admin/reports')
  // a colleague who has it open sees who did
  await expect(main(jos).getByRole('list', { name: 'Entscheidungen' })).toContainText(max.username)

  await idas.goto(`/reports/${number}`)
  await expect(main(idas)).toContainText('found nothing that breaks the law')
  await main(idas).getByLabel('Your objection').fill('Er meint es jeden Tag so.')
  await main(idas).getByRole('button', { name: 'Send objection' }).click()
  await expect(main(idas)).toContainText('Your objection has arrived.')

  await jos.goto('/admin/reports?show=appeals')
  const asked = main(jos).getByRole('article').filter({ hasText: 'jeden Tag so' })
  await asked.getByRole('textbox').fill('Wir sehen es uns noch einmal an.')
  await asked.getByRole('button', { name: /^Stattgeben/ }).click()
  await expect(jos.getByRole('status').filter({ hasText: 'ist stattgegeben' })).toBeVisible()
  await idas.reload()
  await expect(main(idas)).toContainText('Wir sehen es uns noch einmal an.')

  await jos.goto(address)
  await main(jos).getByRole('button', { name: 'Übergabe vorschlagen' }).click()
  await main(jos).getByLabel('Welcher Verdacht besteht').fill('Er droht ihr seit Tagen.')
  await main(jos).getByRole('button', { name: 'Vorschlagen', exact: true }).click()
  await expect(main(jos)).toContainText('die es nicht vorgeschlagen hat')
  await club.letProofLapse(kim)
  await kims.goto(address)
  await main(kims).getByRole('button', { name: 'Bestätigen' }).click()
  await prove(kims, kim)
  await expect(kims.getByRole('status').filter({ hasText: 'Datenpaket' })).toBeVisible()
  const coming = kims.waitForEvent('download')
  await main(kims).getByRole('button', { name: 'Datenpaket herunterladen' }).click()
  expect((await coming).suggestedFilename()).toMatch(/\.json$/)
  await expectAccessible(kims)

  await kims.goto('/admin/reports/figures')
  await expect(main(kims).getByText('Meldungen von Mitgliedern')).toBeVisible()
  await expectAccessible(kims)
})

test('what was just decided can be taken back with a key, and is sent when the page is left @long', async ({
  club,
  device,
}) => {
  const slug = await club.room()
  const [ida, ben, max] = [
    await club.member({ name: 'Ida' }),
    await club.member({ name: 'Ben' }),
    await club.member({ name: 'Max' }),
  ]
  for (const one of [ida, ben]) await club.enter(one, slug)
  await makeModerator(club.server, max)
  await club.post(ben, slug, 'Mit dir rede ich nicht mehr.')
  const [idas, maxs] = [await device({ as: ida }), await device({ as: max })]
  await enter(idas, slug)
  const number = await report(idas, ben, 'Something else')
  await maxs.goto('/admin/reports')
  await main(maxs)
    .getByRole('link', { name: new RegExp(ben.username) })
    .click()
  const facts = main(maxs).getByLabel('Was geschehen ist', { exact: true })
  const warning = main(maxs).getByRole('radio', { name: 'Verwarnen', exact: true })
  await warning.check()
  const address = maxs.url()
  await main(maxs).getByLabel('Regel', { exact: true }).selectOption({ index: 1 })
  await facts.fill('Sie haben jemanden herabgesetzt.')
  await main(maxs).getByRole('button', { name: 'Entscheiden' }).click()

  const decisions = maxs.getByRole('region', { name: 'Ihre Entscheidungen' })
  await expect(decisions).toContainText('Entschieden: Verwarnen')
  await expectAccessible(maxs)
  await maxs.keyboard.press('z')
  await expect(maxs).toHaveURL(address)
  await expect(warning).toBeChecked()
  await expect(warning).toBeFocused()
  await expect(facts).toHaveValue('Sie haben jemanden herabgesetzt.')
  await expect(decisions).toBeEmpty()
  await idas.goto(`/reports/${number}`)
  await expect(main(idas)).toContainText('Being looked at')

  await main(maxs).getByRole('button', { name: 'Entscheiden' }).click()
  await expect(decisions).toContainText('Entschieden: Verwarnen')
  await maxs.goto('/rooms')
  await expect
    .poll(async () => {
      await idas.reload()
      await expect(main(idas)).toContainText('How it stands')
      return main(idas).textContent()
    })
    .toContain('You were right')
})
