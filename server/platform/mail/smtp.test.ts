import { expect, test } from 'vitest'
import { requestPasswordReset } from '#contract/accounts/auth.ts'
import { openClub } from '#testing/club/club.ts'
import { openMailServer } from '#testing/club/mailServer.ts'

const ELSEWHERE = '0.0.0.0'
const SECURE = { publicUrl: 'https://club.example', isLocal: false, secure: true }

// one that offers no encryption, or whose offer somebody took out of the line
test.each([
  ['on https', SECURE, ELSEWHERE, '', 0],
  ['on https, to this machine', SECURE, '127.0.0.1', '', 1],
  ['on https, where the operator says so', SECURE, ELSEWHERE, '?requireTLS=false', 1],
  ['for trying things out', {}, ELSEWHERE, '', 1],
])(
  'a mail that opens an account goes over an open line only where nobody listens: %s',
  async (_, config, host, more, taken) => {
    await using server = await openMailServer(host)
    await using club = await openClub({ config: { ...config, smtpUrl: server.url + more } })
    const { email } = await club.member()
    await club.call(null, requestPasswordReset, { body: { email } })
    await club.app.jobs.drain()
    expect(server.taken.map(({ to }) => to)).toEqual(Array(taken).fill(email))
  },
)
