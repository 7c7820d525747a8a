import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { requestPasswordReset, resendConfirmation } from '#contract/accounts/auth.ts'
import { setLanguage } from '#contract/accounts/session.ts'
import { signUp } from '#contract/admission/signup.ts'
import { sql } from '#server/platform/database/database.ts'
import { sendMail } from '#server/platform/mail/mail.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { insertLeaving } from '#testing/privacy/leaving.ts'

test.each([
  [undefined, 'Bitte bestätigen Sie Ihre E-Mail-Adresse'],
  ['mul', 'Bitte bestätigen Sie Ihre E-Mail-Adresse'],
  ['de', 'Bitte bestätigen Sie Ihre E-Mail-Adresse'],
  ['en', 'Please confirm your email address'],
] as const)('a sign-up in %s is confirmed in its language', async (language, subject) => {
  await using club = await openClub({ config: { emailConfirmation: 'required' } })
  await club.call(null, signUp, newcomer(language ? { language } : {}))
  expect((await club.mails()).map((mail) => mail.subject)).toEqual([subject])
})

test.each([
  ['mul', 'New password'],
  ['de', 'Neues Passwort'],
  ['en', 'New password'],
] as const)('a reset in %s is mailed in its language', async (language, subject) => {
  await using club = await openClub()
  const mia = await club.member()
  await club.call(mia, setLanguage, { body: { language } })
  await club.call(null, requestPasswordReset, { body: { email: mia.email } })
  expect((await club.mails()).map((mail) => mail.subject)).toEqual([subject])
})

test('a mail is a private file with plain text and HTML that fetches nothing', async () => {
  await using club = await openClub({ config: { clubName: 'Salon <b>&' } })
  const { email } = await club.member()
  await club.call(null, requestPasswordReset, { body: { email } })
  await club.mails()
  const { path, source } = await newestMail(club)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(source).toMatch(/^content-type: text\/plain/im)
  expect(source).toMatch(/^content-type: text\/html/im)
  expect(source).toContain('Salon &lt;b&gt;&amp;')
  expect(source).not.toMatch(/<img|<link|<style|<script|src=|@import/i)
  expect(source).not.toContain(email.split('@')[0] + ',')
})

test('a club’s name stands in a mail as it is, whatever is in it', async () => {
  const clubName = 'Rot || {{club}} $t(greeting) $1 Blau'
  await using club = await openClub({ config: { clubName } })
  const { email } = await club.member()
  await club.call(null, requestPasswordReset, { body: { email } })
  await club.mails()
  const { source } = await newestMail(club)
  // in plain text and in HTML
  expect(source.split(clubName)).toHaveLength(3)
})

test('what stands in lines of its own does so in plain text and in HTML', async () => {
  await using club = await openClub()
  const before = ['We looked at it.\nTwice & more.', 'The end.']
  await sendMail(club.app, { to: 'a@b.de', language: 'en', subject: 'Lines', before, after: [] })
  const { source } = await newestMail(club)
  expect(source).toContain('We looked at it.\r\nTwice & more.\r\n\r\nThe end.')
  expect(source).toContain('<p>We looked at it.<br>Twice &amp; more.</p>')
})

async function newestMail({ dataDir }: Club): Promise<{ path: string; source: string }> {
  const folder = join(dataDir, 'mail')
  const name = (await readdir(folder))
    .filter((one) => one.endsWith('.eml'))
    .sort()
    .at(-1)
  const path = join(folder, name ?? '')
  return { path, source: (await readFile(path, 'utf8')).replace(/=\r?\n/g, '') }
}

test.each([
  ['mail_account_news', {}],
  ['mail_verification_decided', {}],
  ['mail_signed_out', {}],
  ['mail_role_changed', { role: 'moderator', isGrant: true }],
  ['mail_proof', {}],
] as const)(
  'a leaving member gets no %s, which leads where they can no longer go',
  async (name, data) => {
    await using club = await openClub()
    const mia = await club.member()
    await insertLeaving(club, mia)
    await club.app.jobs.send(club.db, name, { userId: mia.userId, ...data } as never)
    expect(await club.mails()).toEqual([])
  },
)

test.each([
  ['mail_password_changed', {}, 'Your password was changed'],
  ['mail_factor', { event: 'codesTried' }, 'How you log in'],
  ['mail_request_news', {}, 'News on your request'],
  ['mail_email_undone', {}, 'Your email address is in use again'],
] as const)(
  'a leaving member still gets %s: it is about their safety or their rights',
  async (name, data, subject) => {
    await using club = await openClub()
    const mia = await club.member()
    await insertLeaving(club, mia)
    await club.app.jobs.send(club.db, name, { userId: mia.userId, ...data } as never)
    expect((await club.mails()).map((mail) => mail.subject)).toEqual([subject])
  },
)

test('a leaving member is not asked to confirm an address that opens nothing', async () => {
  await using club = await openClub({ config: { emailConfirmation: 'required' } })
  const { body } = newcomer()
  await club.call(null, signUp, { body })
  await club.mails()
  const [mia] = await club.db.rows<{ userId: string }>(sql`select id as user_id from users`)
  await insertLeaving(club, mia!)
  await club.call(null, resendConfirmation, { body: { email: body.email } })
  await club.app.jobs.drain()
  expect(await club.mails()).toHaveLength(1)
})
