import { expect, test } from 'vitest'
import { createInvitation } from '#contract/admission/invitations.ts'
import { mintIntent, placeOrder } from '#contract/billing/billing.ts'
import { giveConsent, withdrawConsent } from '#contract/consent/consent.ts'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import { avoidAddress } from '#contract/members/avoidedAddresses.ts'
import { addPhoto } from '#contract/members/ownPhotos.ts'
import { requestExport } from '#contract/privacy/ownData.ts'
import { enterRoom, keepRooms } from '#contract/rooms/rooms.ts'
import { sql } from '#server/platform/database/database.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { photo } from '#testing/fixtures/photos.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'

type Act = (club: Club, mia: TestMember) => Promise<{ ok: boolean }>

const ACTS: Record<string, Act> = {
  'makes an invitation': (club, mia) => club.call(mia, createInvitation, { body: {} }),
  'asks for a copy of their data': (club, mia) => club.call(mia, requestExport, {}),
  'is shown what an order costs': (club, mia) => club.call(mia, mintIntent, {}),
  'enters a room': (club, mia) => club.call(mia, enterRoom, { params: { slug: 'tresen' } }),
  'chooses the rooms they keep': (club, mia) => club.call(mia, keepRooms, { body: { slugs: [] } }),
  'takes a consent back': (club, mia) => club.call(mia, withdrawConsent, {}),
  consents: (club, mia) =>
    club.call(mia, giveConsent, {
      body: {
        document: 'content',
        version: documentVersions.content,
        language: 'en',
        method: 'checkbox',
      },
    }),
  'adds a photo': async (club, mia) => club.call(mia, addPhoto, { file: await photo() }),
  'avoids an address': (club, mia) =>
    club.call(mia, avoidAddress, { body: { email: 'tom@example.org' } }),
}

const countRows = (club: Club) =>
  club.db.row(sql`
    select (select count(*) from invitations) as invitations, (select count(*) from exports) as exports,
      (select count(*) from order_intents) as intents, (select count(*) from subscriptions) as orders,
      (select count(*) from room_members) as rooms, (select count(*) from consent_ledger) as consents,
      (select count(*) from profiles where photos <> '{}') as photos`)

test.each(Object.entries(ACTS))(
  'whose session ends while they wait for their account does nothing more in it: %s',
  async (_, act) => {
    await using club = await openClub({ payments: 'house' })
    const mia = await club.member()
    await proveSession(club, mia)
    const before = await countRows(club)
    const late = await club.db.transaction(async (tx) => {
      await tx.run(sql`select from users where id = ${mia.userId} for update`)
      const acting = act(club, mia)
      await untilSomebodyWaits(club)
      // a new password, a ban, an account that is deleted
      await tx.run(sql`delete from sessions where user_id = ${mia.userId}`)
      return [acting]
    })
    expect(await late[0]).toMatchObject({ code: 'not_signed_in' })
    expect(await countRows(club)).toEqual(before)
  },
)

test('whose session ends while they wait for their account orders nothing', async () => {
  await using club = await openClub({ payments: 'house' })
  const mia = await club.member()
  const minted = await club.call(mia, mintIntent, {})
  const intentId = minted.ok ? minted.answer.intentId : ''
  const late = await club.db.transaction(async (tx) => {
    await tx.run(sql`select from users where id = ${mia.userId} for update`)
    const ordering = club.call(mia, placeOrder, { body: { intentId, startsEarly: false } })
    await untilSomebodyWaits(club)
    await tx.run(sql`delete from sessions where user_id = ${mia.userId}`)
    return [ordering]
  })
  expect(await late[0]).toMatchObject({ code: 'not_signed_in' })
  expect(await club.db.rows(sql`select from subscriptions`)).toEqual([])
})
