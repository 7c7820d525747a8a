import { expect, test } from 'vitest'
import { logIn, requestPasswordReset } from '#contract/accounts/auth.ts'
import { openRecovery, setPassword } from '#contract/accounts/recovery.ts'
import { changePassword, mailProof, prove } from '#contract/accounts/security.ts'
import type { Config } from '#server/config.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { openClub, PASSWORD } from '#testing/club/club.ts'
import { openMailServer } from '#testing/club/mailServer.ts'
import { readMail } from '#testing/fixtures/mails.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'

// A mail server that took a mail and could not say so gets it once more, as its job is tried again.

const NEXT = 'staple battery horse'

async function openPost(config: Partial<Config> = {}) {
  const server = await openMailServer()
  const club = await openClub({
    now: '2026-06-15T12:00:00Z',
    config: { smtpUrl: server.url, ...config },
  })
  return {
    club,
    server,
    /** The mails that wait arrive, and nobody says so. */
    arrive: async () => {
      server.isSilent = true
      await club.app.jobs.drain()
      server.isSilent = false
    },
    again: async () => {
      club.clock.advance({ minutes: 3 })
      await club.app.jobs.drain({ later: true })
    },
    find: async (pattern: RegExp) => {
      const mails = await Promise.all(server.taken.map(({ source }) => readMail(source)))
      return mails.map(({ text }) => pattern.exec(text)?.[1]).findLast(Boolean) ?? ''
    },
    async [Symbol.asyncDispose]() {
      await club[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}
const RESET = /#token=([\w-]+)/

async function openAsked() {
  const post = await openPost()
  const mia = await post.club.member()
  await post.club.call(null, requestPasswordReset, { body: { email: mia.email } })
  await post.arrive()
  return { ...post, mia, token: await post.find(RESET) }
}

test('a reset link that was followed stays used when its mail comes once more', async () => {
  await using asked = await openAsked()
  const { club, token, again, server } = asked
  const browser = openBrowser(club)
  expect(await browser.call(openRecovery, { body: { token } })).toMatchObject({ ok: true })
  await again()
  const second = () => club.call(null, openRecovery, { body: { token } })
  expect(await second()).toMatchObject({ code: 'invalid_link' })
  expect(await browser.call(setPassword, { body: { password: NEXT } })).toMatchObject({ ok: true })
  await again()
  expect(await second()).toMatchObject({ code: 'invalid_link' })
  expect(server.taken.filter(({ source }) => RESET.test(source))).toHaveLength(1)
})

test('a reset link that another password took back stays so when its mail comes once more', async () => {
  await using asked = await openAsked()
  const { club, mia, token, again } = asked
  await proveSession(club, mia)
  const body = { currentPassword: PASSWORD, password: NEXT }
  expect(await club.call(mia, changePassword, { body })).toMatchObject({ ok: true })
  await again()
  expect(await club.call(null, openRecovery, { body: { token } })).toMatchObject({
    code: 'invalid_link',
  })
})

test('a mailed code of staff that was used stays so when its mail comes once more', async () => {
  await using post = await openPost({ secure: true })
  const { club, arrive, again, find } = post
  const { email } = await club.member({ isAdmin: true })
  const browser = openBrowser(club)
  await browser.call(logIn, { body: { email, password: PASSWORD } })
  await browser.call(mailProof, {})
  await arrive()
  const code = await find(/\b([A-Z0-9]{4}-[A-Z0-9]{4})\b/)
  expect(await browser.call(prove, { body: { code } })).toMatchObject({ ok: true })
  await again()
  expect(await browser.call(prove, { body: { code } })).toMatchObject({ code: 'invalid_code' })
})

test('a reset link is good for an hour from when its mail went out, however long that took', async () => {
  await using post = await openPost()
  const { club, server, find } = post
  const { email } = await club.member()
  server.isAway = true
  await club.call(null, requestPasswordReset, { body: { email } })
  await club.app.jobs.drain()
  club.clock.advance({ minutes: 70 })
  server.isAway = false
  await club.app.jobs.drain({ later: true })
  const token = await find(RESET)
  expect(await club.call(null, openRecovery, { body: { token } })).toMatchObject({ ok: true })
})
