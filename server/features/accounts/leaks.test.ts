import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { confirmEmail, logIn, requestPasswordReset } from '#contract/accounts/auth.ts'
import { getSession, logOutEverywhere } from '#contract/accounts/session.ts'
import { openRecovery, setPassword } from '#contract/accounts/recovery.ts'
import {
  confirmEmailChange,
  requestEmailChange,
  undoEmailChange,
} from '#contract/accounts/security.ts'
import { signUp } from '#contract/admission/signup.ts'
import { sql } from '#server/platform/database/database.ts'
import { openLog } from '#server/platform/process/log.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { openClub, PASSWORD } from '#testing/club/club.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { asOwner } from '#testing/club/database/owner.ts'

test('nothing secret is in any log line or answer of a whole life of an account', async () => {
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk, _, done) => (lines.push(String(chunk)), done()),
  })
  await using club = await openClub({
    config: { emailConfirmation: 'required' },
    log: openLog('trace', sink),
  })
  const browser = openBrowser(club)
  const answers: unknown[] = []
  const hear = async (call: Promise<{ ok: boolean }>) => {
    const result = await call
    answers.push('answer' in result ? result.answer : 'body' in result ? result.body : null)
  }
  const secrets = new Set<string>()
  const remember = async () => {
    for (const pair of browser.cookie.split('; ')) secrets.add(pair.split('=')[1] ?? '')
    const hashes = await club.db.rows<{ secret: string }>(sql`
      select password_hash as secret from users
      union select encode(token_hash, 'hex') from sessions
      union select encode(token_hash, 'hex') from email_tokens
      union select encode(code_hash, 'hex') from email_tokens where code_hash is not null
      union select encode(coalesce(confirm_hash, undo_hash), 'hex') from email_changes
        where coalesce(confirm_hash, undo_hash) is not null`)
    for (const { secret } of hashes) secrets.add(secret)
    for (const { text } of await club.mails())
      for (const [found] of text.matchAll(/[\w-]{43}|\b[A-Z2-9]{4}-[A-Z2-9]{4}\b/g))
        secrets.add(found)
  }
  const fromMail = async (pattern: RegExp) =>
    (await club.mails()).map(({ text }) => pattern.exec(text)?.[1]).findLast(Boolean) ?? ''

  const { body } = newcomer()
  const { email, password } = body
  const next = 'staple battery horse'
  await hear(browser.call(signUp, { body }))
  await hear(browser.call(logIn, { body: { email, password: 'a wrong password' } }))
  await remember()
  await hear(browser.call(confirmEmail, { body: { token: await fromMail(/#confirm=([\w-]+)/) } }))
  await hear(browser.call(logIn, { body: { email, password } }))
  await hear(browser.call(getSession, {}))
  await remember()
  await hear(browser.call(requestPasswordReset, { body: { email } }))
  await remember()
  await hear(browser.call(openRecovery, { body: { token: await fromMail(/#token=([\w-]+)/) } }))
  await remember()
  await hear(browser.call(setPassword, { body: { password: 'password1' } }))
  await hear(browser.call(setPassword, { body: { password: next, currentPassword: password } }))
  await hear(browser.call(logIn, { body: { email, password: next } }))
  await remember()
  await hear(browser.call(requestEmailChange, { body: { email: 'mia.new@example.org' } }))
  await remember()
  const confirm = { token: await fromMail(/#email=([\w-]+)/) }
  await hear(browser.call(confirmEmailChange, { body: confirm }))
  await remember()
  const undo = { token: await fromMail(/#email-undo=([\w-]+)/) }
  await hear(browser.call(undoEmailChange, { body: undo }))
  await remember()
  expect(answers.slice(-3)).toEqual([{ done: true }, { done: true }, { done: true }])
  await hear(browser.call(logOutEverywhere, {}))

  // bugs are logged, and PostgreSQL's errors quote the rows they are about
  await asOwner(club, () => `alter table users add check (language <> 'en')`)
  await hear(browser.call(signUp, newcomer({ language: 'en', email: 'tom@example.org' })))
  await asOwner(club, () => 'alter table users rename column email to mail')
  await hear(browser.call(logIn, { body: { email, password: next } }))
  expect(lines.join('')).toContain('violates check constraint')

  secrets.delete('')
  expect(secrets.size).toBeGreaterThan(12)
  expect(lines.length).toBeGreaterThan(2)
  for (const secret of [...secrets, PASSWORD, next, 'a wrong password', '$argon2id$']) {
    expect(JSON.stringify(answers)).not.toContain(secret)
    expect(lines.join('\n')).not.toContain(secret)
  }
  expect(lines.join('\n')).not.toContain('@example.org')
})
