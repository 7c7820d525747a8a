import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/auth.ts'
import { rates } from '#contract/limits.ts'
import { addPhoto } from '#contract/members/ownPhotos.ts'
import { openClub } from '#testing/club/club.ts'
import { openLog } from '#server/platform/process/log.ts'

test('what attacks leave is counted by call, and the log names nobody', async () => {
  const lines: string[] = []
  const sink = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) })
  const mia = await (async () => {
    await using club = await openClub({ log: openLog('info', sink) })
    const member = await club.member()
    for (let n = 0; n < rates.logInPerAccount.max + 2; n += 1)
      await club.call(null, logIn, { body: { email: member.email, password: 'a wrong one' } })
    await club.call(member, addPhoto, { file: new Uint8Array([1, 2, 3]) })
    return member
  })()
  const said = lines.map((line) => JSON.parse(line) as { msg: string; refusals?: object })
  expect(
    said.filter(({ msg }) => msg === 'refused lately').map(({ refusals }) => refusals),
  ).toEqual([
    {
      'invalid_credentials /api/auth/log-in': rates.logInPerAccount.max,
      'too_many_attempts /api/auth/log-in': 2,
      'wrong_file_type /api/profile/photos': 1,
    },
  ])
  for (const word of [mia.email, mia.userId, '127.0.0.1', 'a wrong one'])
    expect(lines.join('')).not.toContain(word)
})
