import { expect, test } from 'vitest'
import {
  confirmEmail,
  logIn,
  requestPasswordReset,
  resendConfirmation,
} from '#contract/accounts/auth.ts'
import { sendMessage } from '#contract/contact.ts'
import { checkInvite } from '#contract/admission/invitations.ts'
import { rates } from '#contract/limits.ts'
import { wider } from '#contract/nets.ts'
import { signUp } from '#contract/admission/signup.ts'
import { joinWaitlist } from '#contract/admission/waitlist.ts'
import * as z from 'zod/mini'
import { parseNetworks } from '#server/platform/limits/address.ts'
import { sql } from '#server/platform/database/database.ts'
import { countInNets } from '#server/platform/limits/nets.ts'
import { routes } from '#server/routes.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { openClub, PASSWORD, type Club } from '#testing/club/club.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { aMessage } from '#testing/moderation/messages.ts'

const STRANGERS = {
  now: '2026-06-15T12:00:00Z',
  config: { isLocal: false, trustedProxies: parseNetworks(['127.0.0.1']) },
} as const
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const codeOf = (result: { ok: boolean }) => ('code' in result ? result.code : 'ok')
const countsOf = (results: { ok: boolean }[]) => {
  const counts: Record<string, number> = {}
  for (const code of results.map(codeOf)) counts[String(code)] = (counts[String(code)] ?? 0) + 1
  return counts
}

/** Addresses of as many ranges of one net, and one of a net beside it. */
const nets = [
  ['a /48', (n: number) => `2001:db8:1:${n.toString(16)}::1`, '2001:db8:2::1'],
  ['a /24', (n: number) => `203.0.113.${n}`, '198.51.100.7'],
] as const

test.each(nets)('%s learns of twenty accounts an hour', async (_, at, beside) => {
  await using club = await openClub(STRANGERS)
  const { email } = await club.member()
  const members = [
    email,
    ...(await Promise.all(range(23, () => club.member()))).map((m) => m.email),
  ]
  const responses = await Promise.all(
    members.map((one, n) => club.call(null, signUp, newcomer({ email: one }), from(at(n)))),
  )
  expect(countsOf(responses)).toEqual({ email_exists: 20, too_many_attempts: 4 })
  const ask = (one: string, address: string) =>
    club.call(null, joinWaitlist, { body: { email: one } }, from(address))
  // another kind of answer from yet another of its ranges, for known and for unknown addresses
  expect(countsOf([await ask(email, at(99)), await ask('no@example.org', at(99))])).toEqual({
    too_many_attempts: 2,
  })
  expect(codeOf(await ask(email, beside))).toBe('23505')
  club.clock.advance({ minutes: 60 })
  expect(codeOf(await ask(email, at(99)))).toBe('23505')
})

test.each(nets)(
  '%s guesses passwords so often, whatever accounts and ranges it tries',
  async (_, at, beside) => {
    await using club = await openClub(STRANGERS)
    const { email } = await club.member()
    const max = rates.probing.max * wider.probing
    const guess = (one: string, address: string) =>
      club.call(null, logIn, { body: { email: one, password: 'a wrong one' } }, from(address))
    await useUpProbes(club, at, 8)
    const tries = await Promise.all(range(12, (n) => guess(`m${n}@example.org`, at(max + n))))
    expect(countsOf(tries)).toEqual({ invalid_credentials: 8, too_many_attempts: 4 })
    expect(codeOf(await guess(email, beside))).toBe('invalid_credentials')
  },
)

test('a range alone never uses up what the net around it has', async () => {
  await using club = await openClub(STRANGERS)
  for (let n = 0; n < 3 * rates.probing.max; n += 1)
    await countInNets({ ...club.app, address: '203.0.113.1' }, club.db, 'probing')
  const neighbour = { ...club.app, address: '203.0.113.2' }
  expect(await countInNets(neighbour, club.db, 'probing')).toBeNull()
})

/** Uses up what answers about accounts a net has, but for so many. */
async function useUpProbes(club: Club, at: (n: number) => string, but = 0): Promise<void> {
  const counting = range(rates.probing.max * wider.probing - but, (n) =>
    countInNets({ ...club.app, address: at(n) }, club.db, 'probing'),
  )
  expect((await Promise.all(counting)).filter((wait) => wait !== null)).toEqual([])
}

/** By whose law it is answered, whatever was asked before, and alike for everybody. */
const ALWAYS_TAKEN = ['/api/contact', '/api/notices', '/api/cancellations', '/api/withdrawals']

test('whatever could tell of an account is bounded together, each call of it in the contract', async () => {
  await using club = await openClub(STRANGERS)
  const { email } = await club.member()
  await useUpProbes(club, nets[0][1])
  const ask = from(nets[0][1](777))
  const asked = [
    [signUp, () => club.call(null, signUp, newcomer({ email }), ask)],
    [joinWaitlist, () => club.call(null, joinWaitlist, { body: { email } }, ask)],
    [logIn, () => club.call(null, logIn, { body: { email, password: PASSWORD } }, ask)],
    [requestPasswordReset, () => club.call(null, requestPasswordReset, { body: { email } }, ask)],
    [resendConfirmation, () => club.call(null, resendConfirmation, { body: { email } }, ask)],
    [
      confirmEmail,
      () => club.call(null, confirmEmail, { body: { email, code: 'ABCD-2345' } }, ask),
    ],
    [
      checkInvite,
      () => club.call(null, checkInvite, { body: { code: 'ABCD-EFGH-JKMN-PQRS-TUVW-XYZ2' } }, ask),
    ],
  ] as const
  const naming = routes
    .flatMap(({ call }) => (call.access === 'visitor' && 'body' in call ? [call] : []))
    .filter(({ body }) => body && /"(email|username|inviteCode)":/.test(schemaOf(body)))
    .map(({ path }) => path)
  const listed = [...asked.map(([{ path }]) => path), ...ALWAYS_TAKEN] as string[]
  expect(naming.filter((path) => !listed.includes(path))).toEqual([])
  expect(naming.length).toBeGreaterThan(8)
  for (const [, call] of asked) expect(codeOf(await call())).toBe('too_many_attempts')
})

test('who was in from this browser before is kept out by no neighbour', async () => {
  await using club = await openClub(STRANGERS)
  const { email } = await club.member()
  const browser = openBrowser(club)
  const body = { email, password: PASSWORD }
  expect(codeOf(await browser.call(logIn, { body }))).toBe('ok')
  await useUpProbes(club, (n) => `127.0.0.${n}`)
  for (let n = 0; n < rates.logInPerAddress.max; n += 1)
    await countInNets({ ...club.app, address: '127.0.0.1' }, club.db, 'logInPerAddress')
  expect(codeOf(await club.call(null, logIn, { body }))).toBe('too_many_attempts')
  const counted = () =>
    club.db.row(sql`
      select sum(cardinality(times)) as counted from attempts
      where action in ('probing', 'logInPerAddress')`)
  const before = await counted()
  expect(codeOf(await browser.call(logIn, { body }))).toBe('ok')
  // nor does that give the neighbours another try
  expect(await counted()).toEqual(before)
})

test('the right password and the right code spend nothing', async () => {
  await using club = await openClub(STRANGERS)
  const { email } = await club.member()
  const body = { email, password: PASSWORD }
  for (let n = 0; n < 40; n += 1)
    expect(codeOf(await club.call(null, logIn, { body }, from('203.0.113.1')))).toBe('ok')
  const [row] = await club.db.rows<{ counted: number }>(
    sql`select max(cardinality(times)) as counted from attempts
      where action in ('probing', 'logInPerAddress')`,
  )
  expect(row?.counted).toBe(0)
})

const schemaOf = (body: z.ZodMiniType): string =>
  JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))

function range<T>(length: number, make: (n: number) => T): T[] {
  return Array.from({ length }, (_, n) => make(n))
}

/** What mails whoever is behind an address, and how often in an hour. */
const mailing = {
  'a sign-up': [
    rates.signUpPerEmail.max,
    (club: Club, email: string) => club.call(null, signUp, newcomer({ email })),
  ],
  'the waitlist': [
    rates.waitlist.max,
    (club: Club, email: string) => club.call(null, joinWaitlist, { body: { email } }),
  ],
  'a lost password': [
    rates.resetPerEmail.max,
    (club: Club, email: string) => club.call(null, requestPasswordReset, { body: { email } }),
  ],
  'a confirmation': [
    rates.resendPerEmail.max,
    (club: Club, email: string) => club.call(null, resendConfirmation, { body: { email } }),
  ],
  'a message': [
    rates.contact.max,
    (club: Club, email: string) => club.call(null, sendMessage, { body: aMessage({ email }) }),
  ],
} as const

test.each(Object.entries(mailing))(
  'the spellings of one mailbox are counted together: %s',
  async (_, [most, ask]) => {
    await using club = await openClub(STRANGERS)
    const answers = []
    for (let n = 0; n <= most; n += 1) answers.push(await ask(club, `m.i.a+${n}@googlemail.com`))
    expect(countsOf(answers)).toEqual({ ok: most, too_many_attempts: 1 })
    expect(codeOf(await ask(club, 'mia@gmail.com'))).toBe('too_many_attempts')
    expect(codeOf(await ask(club, 'mia@example.org'))).toBe('ok')
  },
)
