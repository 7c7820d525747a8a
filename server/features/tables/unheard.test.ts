import { expect, test } from 'vitest'
import { addPushBrowser, saveNotifications } from '#contract/notifications/notifications.ts'
import { UNSAID } from '#server/features/notifications/settings.policy.ts'
import { sendDigests } from '#server/features/notifications/digest/digest.service.ts'
import { pushBell } from '#server/features/notifications/push/push.sending.ts'
import { pushMessages } from '#server/features/tables/push/tables.push.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import { aBrowser, openPushService } from '#testing/fixtures/push.ts'
import { say, seatBoth } from '#testing/fixtures/tables.ts'
import { letters } from '#testing/random.ts'

test('neither push nor digest quotes a table, and only its two members get any', async () => {
  await using opened = await openLounge({ now: '2026-05-04T10:00:00.000Z' })
  await using service = await openPushService()
  const { club, guest } = opened
  const [mia, ben, eve] = [
    await guest({ username: 'Mia' }),
    await guest({ username: 'Ben' }),
    await guest({ username: 'Eve' }),
  ]
  const body = { ...UNSAID, hasDigest: true, showsContent: true, pushesMessages: true }
  const browsers = new Map<string, ReturnType<typeof aBrowser>>()
  for (const who of [mia, ben, eve]) {
    const path = `/${who.username}`
    const browser = aBrowser(service.url + path)
    browsers.set(path, browser)
    expect(await club.call(who, addPushBrowser, { body: browser.body })).toMatchObject({ ok: true })
    expect(await club.call(who, saveNotifications, { body })).toMatchObject({ ok: true })
  }
  const tableId = await seatBoth(club, mia, ben)
  const words = [letters(16), letters(16)]
  await say(club, mia, tableId, words[0])
  await say(club, ben, tableId, words[1])
  club.clock.advance({ seconds: 60 })
  await pushBell(club.app)
  await pushMessages(club.app)
  await club.app.jobs.drain({ later: true })
  club.clock.advance({ hours: 1 })
  await sendDigests(club.app)
  const mails = await club.mails()

  // that somebody sits there is told to both, and nothing of what was said
  const pushed = service.received.map((one) => browsers.get(one.path)!.read(one.body))
  expect(new Set(service.received.map(({ path }) => path))).toEqual(new Set(['/Mia', '/Ben']))
  // whoever sat down last has nothing to read any more
  expect(mails.map(({ to }) => to)).toEqual([mia.email])
  const text = JSON.stringify([pushed, mails])
  expect(text).toContain('Ben')
  for (const word of words) expect(text).not.toContain(word)
  // a push alone leads there
  expect(JSON.stringify(mails)).not.toContain(tableId)
})
