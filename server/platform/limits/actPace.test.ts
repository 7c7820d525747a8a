import { expect, test } from 'vitest'
import { setLanguage } from '#contract/accounts/session.ts'
import { getProfile } from '#contract/members/profiles.ts'
import { openClub } from '#testing/club/club.ts'

test('who changes something faster than any hand is told to wait, and nobody else is; reading goes on', async () => {
  await using club = await openClub()
  const [mia, ben] = [await club.member(), await club.member()]
  const act = (who: typeof mia) => club.call(who, setLanguage, { body: { language: 'de' } })
  const codes = new Set<string>()
  for (let turn = 0; turn < 20 && codes.size === 0; turn += 1) {
    const some = await Promise.all(Array.from({ length: 100 }, () => act(mia)))
    for (const one of some) if (!one.ok) codes.add(one.code)
  }
  expect([...codes]).toEqual(['too_many_attempts'])
  expect(await act(ben)).toMatchObject({ ok: true })
  expect(await club.call(mia, getProfile, {})).toMatchObject({ ok: true })
})
