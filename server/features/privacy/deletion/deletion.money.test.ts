import { expect, test } from 'vitest'
import { declareWithdrawal, disputeDeclaration } from '#contract/billing/declarations.ts'
import { sql } from '#server/platform/database/database.ts'
import { ban } from '#testing/moderation/banning.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { aWithdrawal } from '#testing/billing/declarations.ts'
import { leave, purgeHour, stay, wayBack } from '#testing/privacy/leaving.ts'
import { readBooks } from '#testing/billing/orders.ts'
import { subscribeMember, readSubscription, turn } from '#testing/billing/subscribers.ts'

const NOW = '2026-05-04T20:00:00Z'
const open = () => openClub({ now: NOW, payments: 'house' })

const contractOf = (club: Club, { id }: { id: string }) =>
  club.db.row<{ userId: string | null; status: string; providerId: string }>(
    sql`select user_id, status, provider_id from subscriptions where id = ${id}`,
  )

test('a running subscription never keeps anybody: it is settled, and the provider charges no more', async () => {
  await using club = await open()
  const mia = await club.member()
  const order = await subscribeMember(club, mia)
  await leave(club, mia)
  expect(await contractOf(club, order)).toMatchObject({ status: 'ended', userId: mia.userId })
  await club.app.jobs.drain()
  const { providerId } = (await contractOf(club, order))!
  expect(await club.app.payments?.read(providerId)).toMatchObject({ status: 'stopped' })
  club.clock.advance({ days: 29 })
  await turn(club)
  expect(await readBooks(club, order)).toMatchObject({ isBalanced: true })
  const refunds = await club.db.rows(sql`select reason, status from refunds`)
  expect(refunds).toMatchObject([{ reason: 'deletion', status: 'done' }])
})

test.each(['down', 'unsure', 'slow'] as const)(
  'while the provider is %s it is told again and again, until it says that it heard',
  async (calls) => {
    await using club = await open()
    const mia = await club.member()
    const order = await subscribeMember(club, mia)
    await club.house.faults({ calls })
    await leave(club, mia)
    await club.app.jobs.drain()
    const events = () =>
      club.db.rows<{ kind: string; key: string }>(
        sql`select kind, key from subscription_events where kind in ('settled', 'stopped') order by id`,
      )
    expect((await events()).map(({ kind }) => kind)).toEqual(['settled'])
    await club.house.faults({ calls: 'well' })
    await club.app.jobs.drain({ later: true })
    // written down for good, and there is nobody it would name
    expect(await events()).toMatchObject([
      { kind: 'settled' },
      { kind: 'stopped', key: expect.stringMatching(/^stopped:asked:/) },
    ])
    const { providerId } = (await contractOf(club, order))!
    expect(await club.app.payments?.read(providerId)).toMatchObject({ status: 'stopped' })
  },
)

test('also a provider that is away until after the purge is told, and pays back what is owed', async () => {
  await using club = await open()
  const mia = await club.member()
  const order = await subscribeMember(club, mia)
  await club.house.faults({ calls: 'down' })
  await leave(club, mia)
  await club.app.jobs.drain()
  club.clock.advance({ days: 30 })
  await purgeHour(club)
  const contract = (await contractOf(club, order))!
  expect(contract).toMatchObject({ userId: null, status: 'ended' })
  await club.house.faults({ calls: 'well' })
  await club.app.jobs.drain({ later: true })
  await club.app.jobs.send(club.db, 'send_refunds', {})
  await club.app.jobs.drain({ later: true })
  await club.house.settle()
  expect(await club.app.payments?.read(contract.providerId)).toMatchObject({ status: 'stopped' })
  expect(await club.db.rows(sql`select reason, status from refunds`)).toMatchObject([
    { reason: 'deletion', status: 'done' },
  ])
  expect((await readBooks(club, order)).isBalanced).toBe(true)
})

test.each([
  ['somebody left', leave],
  ['somebody was banned', ban],
])('a withdrawal disputed after %s brings no contract back', async (_, go) => {
  await using club = await open()
  const mia = await club.member()
  const order = await subscribeMember(club, mia)
  club.clock.advance({ days: 3 })
  await club.call(null, declareWithdrawal, { body: aWithdrawal({ contract: mia.email }) })
  const [mail] = (await club.mails()).filter(({ text }) => text.includes('#dispute='))
  const token = /#dispute=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  club.clock.advance({ hours: 1 })
  await go(club, mia)
  club.clock.advance({ hours: 1 })
  expect(await club.call(null, disputeDeclaration, { body: { token } })).toMatchObject({ ok: true })
  await turn(club)
  const { providerId, status } = (await contractOf(club, order))!
  expect(status).toBe('ended')
  expect(await club.app.payments?.read(providerId)).toMatchObject({ status: 'stopped' })
  club.clock.advance({ days: 60 })
  await turn(club)
  expect(await readBooks(club, order)).toMatchObject({
    status: 'ended',
    booked: ['payment', 'refund'],
    isBalanced: true,
  })
})

test('invoices stay as the law wants them, without anybody’s name, and the contract does not come back', async () => {
  await using club = await open()
  const mia = await club.member()
  await subscribeMember(club, mia)
  const before = await club.db.rows(sql`select * from invoices where kind = 'invoice'`)
  await leave(club, mia)
  const token = await wayBack(club, mia)
  club.clock.advance({ days: 1 })
  await stay(club, token)
  const again = await club.session(mia)
  expect((await readSubscription(club, again)).status).toBe('ended')
  await leave(club, { ...mia, ...again })
  club.clock.advance({ days: 30 })
  await purgeHour(club)
  expect(await club.db.rows(sql`select * from invoices where kind = 'invoice'`)).toEqual(before)
  expect(await club.db.rows(sql`select user_id, approve_url from subscriptions`)).toEqual([
    { userId: null, approveUrl: null },
  ])
  expect(await club.db.rows(sql`select from paid_access`)).toEqual([])
  // what the provider wrote of the payer is gone sooner than its own rule would have it
  expect(await club.db.rows(sql`select from webhooks where body <> ''`)).toEqual([])
})
