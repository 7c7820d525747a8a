import { expect, test } from 'vitest'
import { logOutEverywhere } from '#contract/accounts/session.ts'
import { withdrawConsent } from '#contract/consent/consent.ts'
import { addPhoto } from '#contract/members/ownPhotos.ts'
import { listRooms } from '#contract/rooms/rooms.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { countWaiting, untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { photo } from '#testing/fixtures/photos.ts'

/** More than a process answers at a time. */
const FLOOD = 400

/** What others hear while one account sends all these calls, of which so many wait for its own row at a time. */
async function askMeanwhile(
  club: Club,
  mia: TestMember,
  { send, abreast }: { send: () => Promise<unknown>[]; abreast: number },
) {
  const tom = await club.member()
  await club.call(tom, listRooms, {})
  return club.db.transaction(async (tx) => {
    await tx.run(sql`select from users where id = ${mia.userId} for update`)
    const flood = send()
    await untilSomebodyWaits(club, abreast)
    const answers = new Set<number>()
    for (let n = 0; n < 20; n += 1) answers.add((await club.call(tom, listRooms, {})).status)
    expect(await countWaiting(club)).toBe(abreast)
    return { flood, answers: [...answers] }
  })
}

test.each([
  ['has asked before', true],
  ['asks for the first time', false],
])(
  'of one account that asks for very much at a time and %s nobody else has to wait',
  async (_, isMet) => {
    await using club = await openClub()
    const mia = await club.member()
    if (isMet) await club.call(mia, listRooms, {})
    const withdraw = () => club.call(mia, withdrawConsent, {})
    const send = () => Array.from({ length: FLOOD }, withdraw)
    const { flood, answers } = await askMeanwhile(club, mia, { send, abreast: 6 })
    expect(answers).toEqual([200])
    // what waited has its turn
    await Promise.all(flood)
    expect(await club.call(mia, listRooms, {})).toMatchObject({ ok: true })
  },
)

test('who stole a session keeps its owner from nothing, however much is asked in it', async () => {
  await using club = await openClub()
  const stolen = await club.member()
  const owner = { ...stolen, ...(await club.session(stolen)) }
  const [flood, ended] = await club.db.transaction(async (tx) => {
    await tx.run(sql`select from users where id = ${stolen.userId} for update`)
    const asked = Array.from({ length: FLOOD }, () => club.call(stolen, withdrawConsent, {}))
    // all that may wait does, and the rest is refused
    await Promise.any(asked.map(async (one) => expect((await one).status).toBe(503)))
    return [asked, club.call(owner, logOutEverywhere, {})] as const
  })
  expect(await ended).toMatchObject({ ok: true })
  await Promise.all(flood)
})

test('files of an account wait for one another, and neither others nor its own calls do', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const file = await photo()
  let own: Promise<{ status: number }> | undefined
  const send = () => {
    const files = Array.from({ length: 12 }, () => club.call(mia, addPhoto, { file }))
    own = club.call(mia, listRooms, {})
    return files
  }
  const { flood, answers } = await askMeanwhile(club, mia, { send, abreast: 2 })
  expect(answers).toEqual([200])
  expect(await own).toMatchObject({ status: 200 })
  await Promise.all(flood)
})

test('open streams are nothing that is at work', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const lines = await Promise.all(
    Array.from({ length: 10 }, async () => club.follow(await club.session(mia))),
  )
  for (const line of lines) await line.next('ready')
  expect(await club.call(mia, listRooms, {})).toMatchObject({ ok: true })
})
