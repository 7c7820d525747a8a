import { expect, test } from 'vitest'
import { confirmEmail, logIn } from '#contract/accounts/auth.ts'
import { logOut } from '#contract/accounts/session.ts'
import { signUp } from '#contract/admission/signup.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { openClub, PASSWORD, type Club } from '#testing/club/club.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'

const NOW = '2026-06-15T12:00:00Z'
const SUBJECT = 'New login'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const alarms = async (club: Club) =>
  (await club.mails()).filter(({ subject }) => subject === SUBJECT)

/** A member of long standing, and how a browser of theirs signs in. */
async function longStanding(club: Club) {
  const mia = await club.member()
  club.clock.advance({ days: 20 })
  const signIn = async (browser = openBrowser(club)) => {
    const body = { email: mia.email, password: PASSWORD }
    const opened = await browser.call(logIn, { body }, { headers: { 'user-agent': FIREFOX } })
    expect(opened.ok).toBe(true)
    return browser
  }
  return { mia, signIn }
}

test('a log-in from a browser the account does not know is mailed, with when and what, not where', async () => {
  await using club = await openClub({ now: NOW })
  const { mia, signIn } = await longStanding(club)
  const browser = await signIn()
  const [mail, ...more] = await alarms(club)
  expect(more).toEqual([])
  expect(mail?.to).toBe(mia.email)
  expect(mail?.text).toContain('5 July 2026')
  expect(mail?.text).toContain('14:00')
  expect(mail?.text).toContain('Firefox, Linux')
  // where a password is changed, signed in already or not
  expect(mail?.text).toContain(`${club.url}/settings/account`)
  expect(mail?.text.replaceAll(club.url, '')).not.toContain('127.0.0.1')

  await browser.call(logOut, {})
  await signIn(browser)
  expect(await alarms(club)).toHaveLength(1)
  await signIn()
  expect(await alarms(club)).toHaveLength(2)
})

test('a browser known to one account is news to another', async () => {
  await using club = await openClub({ now: NOW })
  const one = await longStanding(club)
  const other = await longStanding(club)
  const browser = await one.signIn()
  await other.signIn(browser)
  expect((await alarms(club)).map(({ to }) => to).toSorted()).toEqual(
    [one.mia.email, other.mia.email].toSorted(),
  )
})

test('a browser that stayed away for half a year is news again', async () => {
  await using club = await openClub({ now: NOW })
  const { signIn } = await longStanding(club)
  const browser = await signIn()
  club.clock.advance({ days: 181 })
  await club.app.jobs.send(club.db, 'clean_up', {})
  await club.app.jobs.drain()
  await signIn(browser)
  expect(await alarms(club)).toHaveLength(2)
})

test('signing up, and the first log-in after it, are no news', async () => {
  await using club = await openClub({ now: NOW, config: { emailConfirmation: 'required' } })
  const { body } = newcomer()
  await openBrowser(club).call(signUp, { body })
  const token = /#confirm=([\w-]+)/.exec((await club.mails())[0]?.text ?? '')?.[1] ?? ''
  await club.call(null, confirmEmail, { body: { token } })
  const first = openBrowser(club)
  const { email, password } = body
  expect((await first.call(logIn, { body: { email, password } })).ok).toBe(true)
  expect(await alarms(club)).toEqual([])
  club.clock.advance({ hours: 1 })
  await openBrowser(club).call(logIn, { body: { email, password } })
  expect((await alarms(club)).map(({ to }) => to)).toEqual([email])
})

test('a wrong password is nobody’s news', async () => {
  await using club = await openClub({ now: NOW })
  const { mia } = await longStanding(club)
  await club.call(null, logIn, { body: { email: mia.email, password: 'a wrong password' } })
  expect(await alarms(club)).toEqual([])
})
