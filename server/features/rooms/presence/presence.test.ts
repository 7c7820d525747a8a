import { expect, test } from 'vitest'
import type { LiveEvent } from '#contract/live.ts'
import { blockMember } from '#contract/members/blocks.ts'
import { listPresent, setPlaces, tellWriting } from '#contract/rooms/presence.ts'
import { listLastWords } from '#contract/rooms/unread.ts'
import { setPresence, getPresence } from '#contract/rooms/ownPresence.ts'
import { sql } from '#server/platform/database/database.ts'
import { letPass } from '#testing/club/clocks.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { post, openRoomWithMembers } from '#testing/fixtures/listening.ts'
import { suspendMember } from '#testing/moderation/suspending.ts'
import { watch, type Watching } from '#testing/fixtures/presence.ts'
import { uuid } from '#testing/random.ts'
import { until } from '#testing/until.ts'
import { Roster } from './presence.roster.ts'

type Room = { slug: string; id: string }

const LINGER_MS = 8_000

const list = (club: Club, as: TestMember, { slug }: Room, url = club.url) =>
  club.call(as, listPresent, { params: { slug } }, { url })
const write = (club: Club, as: TestMember, { slug }: Room, url = club.url) =>
  club.call(as, tellWriting, { params: { slug } }, { url })
const sees = (tab: Watching, ...people: TestMember[]) =>
  until(
    () =>
      tab.present?.count === people.length &&
      people.slice(0, 4).every(({ userId }) => tab.names().includes(userId)),
  )
const shares = (club: Club, as: TestMember, isShared: boolean) =>
  club.call(as, setPresence, { body: { isShared } })

test('those who look at a room see who else does, at every process, and who goes', async () => {
  await using club = await openClub()
  const second = await club.secondServer()
  const { room, guests } = await openRoomWithMembers(club, 3)
  const [mia, ben, cleo] = guests as [TestMember, TestMember, TestMember]
  const elsewhere = await openRoomWithMembers(club, 0)
  await club.join(ben, elsewhere.room)
  const tab = await watch(club, mia, room)
  await sees(tab, mia)
  const [bens, cleos] = [await watch(club, ben, room, second.url), await watch(club, cleo, null)]
  await sees(tab, mia, ben)
  await sees(bens, mia, ben)
  // told to a process that does not have the stream
  await club.call(cleo, setPlaces, { body: { line: cleos.name, rooms: [room.slug] } }, second)
  await sees(cleos, mia, ben, cleo)
  await sees(bens, mia, ben, cleo)
  await club.call(ben, setPlaces, { body: { line: bens.name, rooms: [elsewhere.room.slug] } })
  await sees(bens, ben)
  await sees(tab, mia, cleo)
  await club.call(cleo, setPlaces, { body: { line: cleos.name, rooms: [] } })
  await sees(tab, mia)
  for (const one of [tab, bens, cleos]) one.close()
})

test('nobody moves the tab of somebody else, or is where they may not be', async () => {
  await using club = await openClub()
  const { room, guests } = await openRoomWithMembers(club, 2)
  const [mia, ben] = guests as [TestMember, TestMember]
  const stranger = await club.member()
  const tab = await watch(club, mia, room)
  const strangers = await watch(club, stranger, room)
  await sees(tab, mia)
  await club.call(ben, setPlaces, { body: { line: tab.name, rooms: [] } })
  await club.call(ben, setPlaces, { body: { line: uuid(), rooms: [room.slug] } })
  expect(await list(club, mia, room)).toMatchObject({ answer: { count: 1 } })
  expect(strangers.present).toBeNull()
  // a member who leaves the room is no longer present in it
  await club.db.run(sql`delete from room_members where user_id = ${mia.userId}`)
  await expect.poll(() => list(club, ben, room)).toMatchObject({ answer: { count: 0, people: [] } })
  for (const one of [tab, strangers]) one.close()
})

test('one person is one, however many tabs; a tab that comes back within seconds was never away', async () => {
  await using club = await openClub()
  const second = await club.secondServer()
  const { room, guests } = await openRoomWithMembers(club, 2)
  const [mia, ben] = guests as [TestMember, TestMember]
  const tabs = [await watch(club, mia, room), await watch(club, mia, room, second.url)]
  const bens = await watch(club, ben, room)
  await sees(tabs[1]!, mia, ben)
  bens.close()
  tabs[1]!.close()
  const again = await watch(club, ben, room, second.url)
  await sees(again, mia, ben)
  expect(tabs[0]!.counts().every((count, at, all) => at === 0 || count >= all[at - 1]!)).toBe(true)
  for (const one of [tabs[0]!, again]) one.close()
})

test('one browser is in every room its tabs show, and its next stream replaces the one before', async () => {
  await using club = await openClub()
  const { room, guests } = await openRoomWithMembers(club, 2)
  const [mia, ben] = guests as [TestMember, TestMember]
  const { room: other } = await openRoomWithMembers(club, 0)
  for (const one of [mia, ben]) await club.join(one, other)
  const mias = await watch(club, mia, [room, other])
  const [here, there] = [await watch(club, ben, room), await watch(club, ben, other)]
  await sees(here, mia, ben)
  await sees(there, mia, ben)
  const inRoom = (slug: string) => (event: LiveEvent) =>
    event.type === 'present' && event.room === slug && event.count === 2
  for (const { slug } of [room, other]) await until(() => mias.events.some(inRoom(slug)))
  await write(club, ben, other)
  await until(() => mias.writing().includes(ben.userId))

  // the tab that held the line is frozen, and never says so
  const next = await watch(club, mia, other, club.url, mias.name)
  await mias.closed
  await club.call(mia, setPlaces, { body: { line: mias.name, rooms: [other.slug, other.slug] } })
  // she is not where it was, once it is too late to come back there
  letPass(LINGER_MS)
  await sees(here, ben)
  await sees(there, mia, ben)
  expect(there.counts().every((count, at, all) => at === 0 || count >= all[at - 1]!)).toBe(true)
  // whose name a stranger uses
  const bens = await watch(club, ben, null, club.url, mias.name)
  expect(next.events.at(-1)).not.toMatchObject({ type: 'session_ended' })
  await post(club, ben, other)
  await until(() => next.events.some(({ type }) => type === 'post'))
  for (const one of [next, here, there, bens]) one.close()
})

test('a member who switched presence off is not seen and sees nobody, from that moment on', async () => {
  await using club = await openClub()
  const { room, guests } = await openRoomWithMembers(club, 3)
  const [mia, ben, cleo] = guests as [TestMember, TestMember, TestMember]
  const [mias, bens, cleos] = [
    await watch(club, mia, room),
    await watch(club, ben, room),
    await watch(club, cleo, room),
  ]
  await sees(cleos, mia, ben, cleo)
  await shares(club, ben, false)
  expect(await club.call(ben, getPresence, {})).toMatchObject({ answer: { isShared: false } })
  await sees(bens)
  await sees(mias, mia, cleo)
  expect(await list(club, ben, room)).toMatchObject({ answer: { count: null, people: [] } })
  // neither writing nor reading that others write
  await write(club, ben, room)
  await write(club, mia, room)
  await until(() => cleos.writing().includes(mia.userId))
  expect(cleos.writing()).not.toContain(ben.userId)
  expect(bens.writing()).toEqual([])
  await shares(club, ben, true)
  await sees(bens, mia, ben, cleo)
  for (const one of [mias, bens, cleos]) one.close()
})

test('blocked members are not present for each other; hidden ones for nobody', async () => {
  await using club = await openClub()
  const { room, guests } = await openRoomWithMembers(club, 4)
  const [mia, ben, cleo, dan] = guests as [TestMember, TestMember, TestMember, TestMember]
  const tabs = []
  for (const guest of guests) tabs.push(await watch(club, guest, room))
  const [mias, bens, cleos] = tabs as [Watching, Watching, Watching]
  await sees(mias, mia, ben, cleo, dan)
  await club.db.run(sql`insert into blocks values (${mia.userId}, ${ben.userId}, 'Name', now())`)
  await sees(mias, mia, cleo, dan)
  await sees(bens, ben, cleo, dan)
  await club.db.run(sql`update profiles set is_hidden = true where id = ${dan.userId}`)
  await sees(mias, mia, cleo)
  const listed = await list(club, ben, room)
  expect(listed.ok && listed.answer.people.map(({ id }) => id).sort()).toEqual(
    [ben.userId, cleo.userId].sort(),
  )
  await write(club, ben, room)
  await write(club, dan, room)
  await until(() => cleos.writing().includes(ben.userId))
  expect(mias.writing()).toEqual([])
  expect(cleos.writing()).not.toContain(dan.userId)
  for (const one of tabs) one.close()
})

test('a member who does not see another receives nothing when they come, write and go', async () => {
  await using club = await openClub()
  const { room, guests } = await openRoomWithMembers(club, 4)
  const [mia, ben, cleo, tom] = guests as [TestMember, TestMember, TestMember, TestMember]
  await club.call(ben, blockMember, { params: { memberId: mia.userId } })
  const [tab, cleos] = [await watch(club, mia, room), await watch(club, cleo, room)]
  await sees(tab, mia, cleo)
  await write(club, cleo, room)
  await until(() => tab.writing().includes(cleo.userId))
  const eventCount = tab.events.length
  const bens = await watch(club, ben, room)
  await sees(cleos, mia, ben, cleo)
  await write(club, ben, room)
  await until(() => cleos.writing().includes(ben.userId))
  await club.call(ben, setPlaces, { body: { line: bens.name, rooms: [] } })
  await sees(cleos, mia, cleo)
  // what was told before this came before it
  const toms = await watch(club, tom, room)
  await sees(tab, mia, cleo, tom)
  expect(tab.events.slice(eventCount)).toMatchObject([{ type: 'present', count: 3 }])
  for (const one of [tab, cleos, bens, toms]) one.close()
})

test('writing is sent to the others in the room, at every process, never to oneself, and not too often', async () => {
  await using club = await openClub()
  const second = await club.secondServer()
  const { room, guests } = await openRoomWithMembers(club, 2)
  const [mia, ben] = guests as [TestMember, TestMember]
  const [mias, bens] = [await watch(club, mia, room), await watch(club, ben, room, second.url)]
  await sees(mias, mia, ben)
  await sees(bens, mia, ben)
  for (let n = 0; n < 10; n += 1) await write(club, mia, room)
  await until(() => bens.writing().length === 1)
  expect(bens.writing()).toEqual([mia.userId])
  expect(mias.writing()).toEqual([])
  for (const one of [mias, bens]) one.close()
})

test('what a process said is forgotten when it falls silent, and known again when it is back', async () => {
  await using club = await openClub()
  const pace = { gather: 10, beat: 60, stale: 250, linger: 50 }
  const [here, there] = [new Roster(club.app, pace), new Roster(club.app, pace)]
  const person = { id: uuid(), username: 'Mia' }
  const roomId = uuid()
  there.seat({}, [{ roomId, person }])
  const turning = setInterval(() => there.turn(), 20)
  const looking = setInterval(() => here.turn(), 20)
  await until(() => here.has(roomId, person.id))
  clearInterval(turning)
  await until(() => !here.has(roomId, person.id))
  // it was only slow: the next beat names a number nobody here knows of
  there.turn()
  const again = setInterval(() => there.turn(), 20)
  await until(() => here.has(roomId, person.id))
  there.stop()
  await until(() => !here.has(roomId, person.id))
  for (const timer of [again, looking]) clearInterval(timer)
})

test('a process that starts later learns who is there, and a crowd is sent in parts', async () => {
  await using club = await openClub()
  const pace = { gather: 10 }
  const early = new Roster(club.app, pace)
  const roomId = uuid()
  for (let n = 0; n < 300; n += 1)
    early.seat({}, [{ roomId, person: { id: uuid(), username: `${n} ${'ß'.repeat(40)}` } }])
  early.turn()
  const late = new Roster(club.app, pace)
  const turning = setInterval(() => (early.turn(), late.turn()), 20)
  await until(() => late.count(roomId) === 300)
  clearInterval(turning)
})

test('beside the last words of a room nobody is named who may not be shown there, whatever another process said', async () => {
  await using club = await openClub()
  const { room, guests } = await openRoomWithMembers(club, 4)
  const [mia, suspended, unseen, ben] = guests as [TestMember, TestMember, TestMember, TestMember]
  const stranger = await club.member()
  await suspendMember(club, suspended)
  await shares(club, unseen, false)
  const there = new Roster(club.app)
  for (const { userId } of [suspended, unseen, stranger, ben])
    there.seat({}, [{ roomId: room.id, person: { id: userId, username: 'Parlour' } }])
  there.turn()
  await expect
    .poll(() => club.call(mia, listLastWords, {}))
    .toMatchObject({
      answer: { rooms: [{ here: 1, people: [{ id: ben.userId, username: ben.username }] }] },
    })
})
