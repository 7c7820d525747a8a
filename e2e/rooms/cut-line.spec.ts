import { conversation, enter, expect, expectConversation, say, test } from '../club/journey.ts'

test.use({ emailConfirmation: 'off', lineCutAfterMs: 1_000 })

test('behind a proxy that cuts idle lines, every screen shows what a fresh load shows @long', async ({
  club,
  device,
}) => {
  const slug = await club.room()
  const [mia, ben] = [await club.member(), await club.member({ name: 'Ben' })]
  const page = await device({ as: mia })
  await club.enter(ben, slug)
  await enter(page, slug)
  for (let number = 1; number <= 6; number += 1) {
    await club.post(ben, slug, `Ben ${number}`)
    await say(page, `Mia ${number}`)
    // the line is cut once more, which is noticed at changing moments of its way back
    const cuts = club.lineCuts()
    await expect.poll(() => club.lineCuts(), { intervals: [130 * number] }).toBeGreaterThan(cuts)
  }
  await expect.poll(() => club.stored(slug)).toHaveLength(12)
  await expectConversation(page, await club.stored(slug))
  const shown = await conversation(page)
  await page.reload()
  await expectConversation(page, shown)
})
