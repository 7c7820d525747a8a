import {
  composer,
  enter,
  expect,
  expectAccessible,
  expectConversation,
  live,
  say,
  test,
  type Member,
  type Page,
} from '../club/journey.ts'

test.use({ emailConfirmation: 'off' })

const main = (page: Page) => page.getByRole('main')
const post = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const AWFUL = 'Du bist hässlich, und ich weiß, wo du wohnst.'

/** Both wave at each other and sit down; each is at the table then. */
async function sitDown(mias: Page, mia: Member, bens: Page, ben: Member, slug: string) {
  for (const [page, other] of [
    [bens, mia],
    [mias, ben],
  ] as const) {
    await enter(page, slug)
    await post(page, `von ${other.username}`)
      .getByRole('button', { name: /^Wave to/ })
      .click()
  }
  const sit = { name: `Sit down together with ${ben.username}` }
  await post(mias, `von ${ben.username}`).getByRole('button', sit).click()
  await bens.goto('/tables')
  await bens.getByRole('link', { name: mia.username }).click()
  await bens.getByRole('button', { name: 'Sit down together' }).click()
  for (const page of [mias, bens]) {
    await expect(composer(page)).toBeVisible()
    await expect(live(page)).toBeVisible()
  }
}

/** The lines of "Who looked", as they stand there now. */
async function whoLooked(page: Page) {
  await page.goto('/settings/records')
  const card = page.getByRole('region', { name: 'Who looked' })
  await card.getByRole('button', { name: 'Show when they were read' }).click()
  return card
}

test('what is said at a table is reported, decided, taken away, and both are told who looked, each in their time', async ({
  club,
  device,
}) => {
  test.setTimeout(240_000)
  const slug = await club.room()
  const [mia, ben, jo] = [
    await club.member({ name: 'Mia' }),
    await club.member({ name: 'Ben' }),
    await club.member({ name: 'Jo', isAdmin: true }),
  ]
  for (const one of [mia, ben]) {
    await club.enter(one, slug)
    await club.post(one, slug, `Guten Abend von ${one.username}.`)
  }
  const [mias, bens, jos] = [
    await device({ as: mia, viewport: { width: 320, height: 640 } }),
    await device({ as: ben }),
    await device({ as: jo }),
  ]
  await sitDown(mias, mia, bens, ben, slug)
  await say(mias, 'Schön, dass du da bist.')
  await expectConversation(bens, ['Schön, dass du da bist.'])
  await say(bens, AWFUL)
  await expectConversation(mias, [AWFUL, 'Schön, dass du da bist.'])

  // one’s own words have no such menu
  await expect(mias.getByRole('button', { name: /^More about/ })).toHaveCount(1)
  await mias.getByRole('button', { name: `More about the post by ${ben.username}` }).click()
  await expectAccessible(mias)
  await mias.screenshot({ path: test.info().outputPath('menu.png') })
  await mias.getByRole('button', { name: 'Report', exact: true }).click()
  const dialog = mias.getByRole('dialog', { name: 'Report this message' })
  await dialog.getByRole('radio', { name: 'A threat or violence' }).check()
  await expectAccessible(mias)
  await mias.screenshot({ path: test.info().outputPath('report.png') })
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await mias.getByRole('link', { name: 'See what becomes of it' }).click()
  await expect(main(mias)).toContainText(AWFUL)

  // the list tells nothing of it; the case shows it, with what was said around it
  await jos.goto('/admin/reports')
  const line = main(jos).getByRole('article', { name: new RegExp(ben.username) })
  await expect(line).toContainText('Nachricht am Tisch')
  await expect(main(jos)).not.toContainText('hässlich')
  await expect((await whoLooked(mias)).getByText('Nothing stands here so far.')).toBeVisible()
  await line.getByRole('link').click()
  await expect(main(jos).getByRole('blockquote').first()).toContainText(AWFUL)
  await expect(main(jos)).toContainText('Schön, dass du da bist.')
  await expect(main(jos)).toContainText('Dass Sie das lesen, ist vermerkt.')
  await expectAccessible(jos)
  await jos.screenshot({ path: test.info().outputPath('case.png') })

  // the reporter is told at once, the other not before the decision
  const looked = await whoLooked(mias)
  const lines = looked.getByRole('listitem')
  await expect(lines.first()).toBeVisible()
  // a case that is asked for anew while it is open is looked at once more: this club counts no minutes
  for (const told of await lines.all())
    await expect(told).toHaveText(/Admin, case C-\d{4}-\d{6}, your report$/)
  await expectAccessible(mias)
  await mias.screenshot({ path: test.info().outputPath('looked.png') })
  await expect((await whoLooked(bens)).getByText('Nothing stands here so far.')).toBeVisible()

  await bens.goto('/tables')
  await bens.getByRole('link', { name: mia.username }).first().click()
  await expectConversation(bens, [AWFUL, 'Schön, dass du da bist.'])
  await main(jos).getByRole('radio', { name: 'Entfernen', exact: true }).check()
  await main(jos)
    .getByRole('checkbox', { name: /^Nachricht am Tisch/ })
    .check()
  await main(jos).getByLabel('Regel', { exact: true }).selectOption('House rules, “Be kind”')
  await main(jos)
    .getByLabel('Was geschehen ist', { exact: true })
    .fill('Sie haben jemandem gedroht.')
  await main(jos).getByRole('button', { name: 'Entscheiden' }).click()
  // what could still be taken back is sent by leaving
  await jos.goto('/admin/reports')

  // at once, for both
  await expectConversation(bens, ['Schön, dass du da bist.'])
  await mias.goto('/tables')
  await mias.getByRole('link', { name: ben.username }).first().click()
  await expectConversation(mias, ['Schön, dass du da bist.'])
  const told = await whoLooked(bens)
  await expect(told.getByRole('listitem').first()).toHaveText(
    /Admin, case C-\d{4}-\d{6}, your words$/,
  )
  await expect(told).not.toContainText(mia.username)
  await expectAccessible(bens)
  await bens.goto('/statements')
  await bens.getByRole('link', { name: /removed/ }).click()
  await expect(main(bens)).toContainText('A message at a table')
  await expect(main(bens)).toContainText(AWFUL)
  await expect(main(bens)).toContainText('Sie haben jemandem gedroht.')
  await expectAccessible(bens)
  await bens.screenshot({ path: test.info().outputPath('statement.png') })
})
