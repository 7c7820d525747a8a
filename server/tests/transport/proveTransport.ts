// What whoever carries who is here and who writes has to do, proven alike of the database and of NATS.
import { expect, test } from 'vitest'
import { setPlaces, tellWriting } from '#contract/rooms/presence.ts'
import { tellTableWriting } from '#contract/tables/tables.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { follow } from '#testing/fixtures/follow.ts'
import { openRoomWithMembers } from '#testing/fixtures/listening.ts'
import { watch, type Watching } from '#testing/fixtures/presence.ts'
import { openTableForTwo } from '#testing/fixtures/tables.ts'
import { uuid } from '#testing/random.ts'
import { until } from '#testing/until.ts'

type Second = Awaited<ReturnType<Club['secondServer']>>

/** Another server of the club, once notices go between both. */
export async function openSecond(club: Club): Promise<Second> {
  const second = await club.secondServer()
  await until(() => [club.app, second.app].every(({ bus }) => bus.transport?.trouble === null))
  return second
}

export const sees = (tab: Watching, ...people: TestMember[]) =>
  until(
    () =>
      tab.present?.count === people.length &&
      people.every(({ userId }) => tab.names().includes(userId)),
    { what: `${people.length} who are there` },
  )

/** Two members in a room, each with a tab at another server. */
export async function openTwoTabs(club: Club, second: Second) {
  const { room, guests } = await openRoomWithMembers(club, 2)
  const [mia, ben] = guests as [TestMember, TestMember]
  const [mias, bens] = [await watch(club, mia, room), await watch(club, ben, room, second.url)]
  await sees(mias, mia, ben)
  await sees(bens, mia, ben)
  return { room, mia, ben, mias, bens }
}

/** What holds whatever carries the notices. `open` gives the address of a NATS server, or none. */
export function proveTransport(
  name: string,
  open: () => Promise<AsyncDisposable & { url: string | null }>,
): void {
  test(`${name}: who is there, goes and writes is known at every server`, async () => {
    await using server = await open()
    await using club = await openClub({ config: { natsUrl: server.url } })
    const second = await openSecond(club)
    const { room, mia, ben, mias, bens } = await openTwoTabs(club, second)
    await club.call(mia, tellWriting, { params: { slug: room.slug } })
    await until(() => bens.writing().includes(mia.userId))
    expect(mias.writing()).toEqual([])
    // told to the server that does not have the stream
    await club.call(ben, setPlaces, { body: { line: bens.name, rooms: [] } })
    await sees(mias, mia)
    await club.call(ben, setPlaces, { body: { line: bens.name, rooms: [room.slug] } })
    await sees(mias, mia, ben)
    for (const tab of [mias, bens]) tab.close()
  })

  test(`${name}: a server that comes later learns who is there`, async () => {
    await using server = await open()
    await using club = await openClub({ config: { natsUrl: server.url } })
    const { room, guests } = await openRoomWithMembers(club, 2)
    const [mia, ben] = guests as [TestMember, TestMember]
    const mias = await watch(club, mia, room)
    await sees(mias, mia)
    const second = await openSecond(club)
    const bens = await watch(club, ben, room, second.url)
    await sees(bens, mia, ben)
    for (const tab of [mias, bens]) tab.close()
  })

  test(`${name}: writing at a table reaches the other, whichever server they are at`, async () => {
    await using server = await open()
    await using opened = await openTableForTwo({ config: { natsUrl: server.url } })
    const { club, mia, ben, tableId } = opened
    const second = await openSecond(club)
    const [hers, his] = [await club.follow(mia), await follow(second.url, ben.cookie)]
    for (const tab of [hers, his]) await tab.next('ready')
    await club.call(mia, tellTableWriting, { params: { tableId } })
    expect(await his.next('table_writing')).toEqual({ type: 'table_writing', table: tableId })
    expect(hers.events.some(({ type }) => type === 'table_writing')).toBe(false)
    for (const tab of [hers, his]) tab.close()
  })

  test(`${name}: a right that is withdrawn is felt at every server`, async () => {
    await using server = await open()
    await using club = await openClub({ config: { natsUrl: server.url } })
    const second = await openSecond(club)
    const { room, mia, ben, mias, bens } = await openTwoTabs(club, second)
    await club.db.run(
      sql`delete from room_members where room_id = ${room.id} and user_id = ${ben.userId}`,
    )
    await sees(mias, mia)
    for (const tab of [mias, bens]) tab.close()
  })

  test(`${name}: what a server tells is heard everywhere, once, in its order`, async () => {
    await using server = await open()
    await using club = await openClub({ config: { natsUrl: server.url } })
    const second = await openSecond(club)
    const sent = Array.from({ length: 300 }, () => uuid())
    const received = [club.app, second.app].map(({ bus }) => {
      const ids: string[] = []
      bus.on('table_writing', ({ tableId }) => void ids.push(tableId))
      return ids
    })
    for (const tableId of sent) {
      const isOnItsWay = await club.app.bus.publish({
        kind: 'table_writing',
        tableId,
        userId: uuid(),
      })
      expect(isOnItsWay).toBe(true)
    }
    await until(() => received.every(({ length }) => length >= sent.length))
    expect(received).toEqual([sent, sent])
  })

  test(`${name}: a notice that is too long is not sent`, async () => {
    await using server = await open()
    await using club = await openClub({ config: { natsUrl: server.url } })
    await openSecond(club)
    const who = Array.from({ length: 200 }, (): [string, string] => [uuid(), uuid()])
    await expect(club.app.bus.publish({ kind: 'writing', from: uuid(), who })).rejects.toThrow(
      'too long',
    )
  })
}
