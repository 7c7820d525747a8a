import { expect, test } from 'vitest'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import { sql } from '#server/platform/database/database.ts'
import { audit } from '#server/platform/limits/audit.ts'
import { retentionCutoff } from '#server/platform/limits/retention.ts'
import { insertContract } from '#testing/billing/vouchers.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { insertEntry, insertEntryLink } from '#testing/fixtures/admission.ts'
import { countRule, THINGS } from '#testing/privacy/retention.ts'
import { now, serial, uuid } from '#testing/random.ts'
import type { RuleInForce } from './retention.rules.ts'

/** A club in which no time passes, its clock so many days ahead of the database’s. */
const openClubAhead = (days: number) =>
  openClub({ now: new Date(now().getTime() + days * DAY_MS), config: { admission: 'invitation' } })
/** Where the database guards a minimum by its own clock, the rule’s own cut is the earlier one. */
const openClubBehind = () => openClubAhead(-2)

/** As old as a rule allows, and so many days younger. */
const cutOf = ({ app }: Club, rule: RuleInForce, days = 0): Date =>
  new Date(retentionCutoff(rule, app.now()).getTime() + days * DAY_MS)
const isoOf = (date: Date) => date.toISOString()

const insertAudited = (club: Club, at: Date) =>
  audit(club.db, { at, actorId: null, action: 'role_granted', subjectId: uuid() })

/** The two lines of a transaction in the ledger. */
async function insertTransaction(club: Club, at: Date): Promise<void> {
  const subscriptionId = await insertContract(club, { at })
  const id = uuid()
  await club.db.run(sql`
    insert into ledger_entries (transaction_id, account, cents, currency, reference, subscription_id, at)
    select ${id}, account, cents, 'EUR', ${`payment:${id}`}, ${subscriptionId}, ${isoOf(at)}
    from (values ('provider', 1990), ('revenue', -1990)) lines (account, cents)`)
}

test.each([
  ['inactiveAccounts', 1],
  ['addresses', 1],
  ['backups', 1],
  // kept for as long as a claim can be made, or to the end of a year
  ['declarations', 0],
  ['consents', 0],
  ['vouchers', 0],
] as const)(
  '%s: what is as old as the rule allows to the moment counts %i times',
  async (rule, count) => {
    await using club = await openClubBehind()
    await THINGS[rule](club, cutOf(club, rule))
    expect(await countRule(club, rule)).toBe(count)
  },
)

test('an entry in the log that is two years old is too old, and the newest of all is never', async () => {
  await using club = await openClubBehind()
  await insertAudited(club, cutOf(club, 'auditLog', -1))
  await insertAudited(club, cutOf(club, 'auditLog'))
  expect(await countRule(club, 'auditLog')).toBe(1)
  await insertAudited(club, cutOf(club, 'auditLog', 1))
  expect(await countRule(club, 'auditLog')).toBe(2)
})

test('what the database guards by its own clock is in time, however far ahead the club’s clock is', async () => {
  await using club = await openClubAhead(2 * 366)
  for (const rule of ['backups', 'declarations', 'consents', 'vouchers', 'auditLog'] as const)
    await THINGS[rule](club, cutOf(club, rule, -1))
  await insertTransaction(club, cutOf(club, 'vouchers', -1))
  await insertAudited(club, club.app.now())
  for (const rule of ['backups', 'declarations', 'consents', 'vouchers', 'auditLog'] as const)
    expect([rule, await countRule(club, rule)]).toEqual([rule, 0])
})

test('what the ledger says is kept from the first moment of the year that is still to be kept', async () => {
  await using club = await openClubBehind()
  await insertTransaction(club, cutOf(club, 'vouchers'))
  expect(await countRule(club, 'vouchers')).toBe(0)
  await insertTransaction(club, new Date(cutOf(club, 'vouchers').getTime() - 1))
  expect(await countRule(club, 'vouchers')).toBe(2)
})

test('an invoice is kept as long as what corrects it, and no other is', async () => {
  await using club = await openClubBehind()
  const insertInvoice = async (at: Date, correctsId: string | null = null) => {
    const subscriptionId = await insertContract(club, { at })
    const id = uuid()
    const number = `R-${at.getUTCFullYear()}-${String(serial()).padStart(6, '0')}`
    const sign = correctsId ? -1 : 1
    await club.db.run(sql`
      insert into invoices (id, number, kind, corrects_id, subscription_id, reference, issued_at,
        period_start, period_end, cents, net_cents, vat_cents, vat_percent, currency, seller)
      values (${id}, ${number}, ${correctsId ? 'credit_note' : 'invoice'}, ${correctsId},
        ${subscriptionId}, ${id}, ${isoOf(at)}, ${isoOf(at)}, ${isoOf(at)}, ${sign * 1990},
        ${sign * 1672}, ${sign * 318}, 19, 'EUR', '{}')`)
    return id
  }
  const corrected = await insertInvoice(cutOf(club, 'vouchers', -30))
  await insertInvoice(cutOf(club, 'vouchers'), corrected)
  expect(await countRule(club, 'vouchers')).toBe(0)
  const long = await insertInvoice(cutOf(club, 'vouchers', -30))
  expect(await countRule(club, 'vouchers')).toBe(1)
  await insertInvoice(cutOf(club, 'vouchers', -20), long)
  expect(await countRule(club, 'vouchers')).toBe(2)
})

test('the mark of where an entry of the waitlist was confirmed is kept as long as that of where it was requested', async () => {
  await using club = await openClubBehind()
  await insertEntry(club, { at: cutOf(club, 'addresses') })
  expect(await countRule(club, 'addresses')).toBe(0)
  await club.db.run(sql`update waitlist set confirmed_from = '\\x01'`)
  expect(await countRule(club, 'addresses')).toBe(1)
  await club.db.run(sql`update waitlist set confirmed_at = confirmed_at + interval '1 ms'`)
  expect(await countRule(club, 'addresses')).toBe(0)
})

test('a consent counts as long as nobody took it back, and its proof goes three years after that', async () => {
  await using club = await openClubBehind()
  const say = (userId: string, isGiven: boolean, days: number, document = 'content') =>
    club.db.run(sql`
      insert into consent_ledger (user_id, document, version, is_given, method, at)
      values (${userId}, ${document}, '1.0.0', ${isGiven}, 'checkbox',
        ${isoOf(cutOf(club, 'consents', days))})`)
  const [lives, over, justOver, again, both] = Array.from({ length: 5 }, uuid) as [
    string,
    string,
    string,
    string,
    string,
  ]
  await say(lives, true, -9)
  expect(await countRule(club, 'consents')).toBe(0)
  await say(over, true, -9)
  await say(over, false, -8)
  expect(await countRule(club, 'consents')).toBe(2)
  await say(justOver, true, -9)
  await say(justOver, false, 0)
  expect(await countRule(club, 'consents')).toBe(2)
  await say(again, false, -9)
  await say(again, true, -8)
  expect(await countRule(club, 'consents')).toBe(3)
  await say(both, true, -9, 'terms')
  await say(both, false, -8, 'content')
  expect(await countRule(club, 'consents')).toBe(4)
})

test('a link mailed to a waitlist entry is due when it is of no use any more', async () => {
  await using club = await openClubBehind()
  await insertEntryLink(club, await insertEntry(club), 'confirm')
  club.clock.advance({ hours: 24 })
  expect(await countRule(club, 'mailTokens')).toBe(1)
  club.clock.advance({ seconds: -1 })
  expect(await countRule(club, 'mailTokens')).toBe(0)
})

test('what lies beside what a rule is about is as old at the same moment', async () => {
  await using club = await openClubBehind()
  const [mia, tom] = [await club.member(), await club.member()]
  const [mails, waits, signals] = (['sentMails', 'tableWaits', 'signals'] as const).map((rule) =>
    isoOf(cutOf(club, rule)),
  )
  await club.db.run(sql`insert into refused_addresses values ('x@example.org', 1, ${mails})`)
  await club.db.run(sql`
    insert into table_refusals values (${mia.userId}, ${tom.userId}, ${waits})`)
  await club.db.run(
    sql`insert into signals_seen values (${mia.userId}, ${signals}, null, ${signals})`,
  )
  const counts = async () => [
    await countRule(club, 'sentMails'),
    await countRule(club, 'tableWaits'),
    await countRule(club, 'signals'),
  ]
  expect(await counts()).toEqual([1, 1, 1])
  // nothing is removed of a member whose data may not be used
  const restrict = (userId: string) =>
    club.db.run(sql`
    update users set restricted_at = case when id = ${userId} then ${isoOf(club.app.now())}::timestamptz end`)
  await restrict(tom.userId)
  expect(await counts()).toEqual([1, 1, 1])
  await restrict(mia.userId)
  expect(await counts()).toEqual([1, 1, 0])
})

test('a request is kept while its member’s data may not be used, and not for somebody else’s sake', async () => {
  await using club = await openClubBehind()
  const [mia, tom] = [await club.member(), await club.member()]
  await THINGS.dataRequests(club, cutOf(club, 'dataRequests'))
  await club.db.run(sql`update data_requests set user_id = ${mia.userId}`)
  const restricted = async (userId: string) => {
    await club.db.run(sql`
      update users set restricted_at = case when id = ${userId} then ${isoOf(club.app.now())}::timestamptz end`)
    return countRule(club, 'dataRequests')
  }
  expect(await restricted(tom.userId)).toBe(1)
  expect(await restricted(mia.userId)).toBe(0)
})

test('a paying member stays, however long they were away, and nobody stays because somebody else pays', async () => {
  await using club = await openClubBehind()
  const { userId: otherId } = await club.member()
  await THINGS.inactiveAccounts(club, cutOf(club, 'inactiveAccounts', -1))
  const gone = await club.db.row<{ id: string }>(sql`select id from users where id <> ${otherId}`)
  await insertContract(club, { userId: otherId })
  expect(await countRule(club, 'inactiveAccounts')).toBe(1)
  for (const [status, count] of [
    ['ended', 1],
    ['past_due', 0],
  ] as const) {
    await insertContract(club, { userId: gone!.id, status })
    expect(await countRule(club, 'inactiveAccounts')).toBe(count)
  }
})

test.each(['has a browser that is known', 'is in a room'])(
  'an account that was never confirmed and %s is none that was only signed up for',
  async (why) => {
    await using club = await openClubBehind()
    const other = await club.member()
    const room = await club.room()
    await THINGS.unconfirmedAccounts(club, cutOf(club, 'unconfirmedAccounts', -1))
    const account = await club.db.row<{ id: string }>(
      sql`select id from users where id <> ${other.userId}`,
    )
    const make = (userId: string) =>
      why === 'is in a room'
        ? club.join({ userId }, room)
        : club.db.run(sql`
            insert into known_devices values ('\\x01', ${userId}, ${isoOf(club.app.now())})`)
    await make(other.userId)
    expect(await countRule(club, 'unconfirmedAccounts')).toBe(1)
    await make(account!.id)
    expect(await countRule(club, 'unconfirmedAccounts')).toBe(0)
  },
)

test('of an invitation that is over the rest is kept once somebody came by it, without whom it was for', async () => {
  await using club = await openClubBehind()
  await THINGS.invitations(club, cutOf(club, 'invitations'))
  for (const [uses, email, note, count] of [
    [0, null, null, 1],
    [1, 'mia@example.org', null, 1],
    [1, null, 'For Mia', 1],
    [1, null, null, 0],
  ] as const) {
    await club.db.run(sql`update invitations set uses = ${uses}, email = ${email}, note = ${note}`)
    expect([uses, email, note, await countRule(club, 'invitations')]).toEqual([
      uses,
      email,
      note,
      count,
    ])
  }
})
