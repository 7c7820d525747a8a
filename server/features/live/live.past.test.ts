import { expect, test } from 'vitest'
import { publish } from '#server/platform/database/events.ts'
import { sql } from '#server/platform/database/database.ts'
import { insertManyPosts } from '#testing/fixtures/manyPosts.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import { asOwner } from '#testing/club/database/owner.ts'

/** A lounge in which so much was said, Ben who listens and has read it, and a way to lose the last of it. */
async function openPast(said: number) {
  const opened = await openLounge()
  const { club, room, guest, list } = opened
  await club.db.run(sql`delete from rooms where id <> ${room.id}`)
  const [mia, ben] = [await guest(), await guest()]
  await insertManyPosts(club.db, mia.userId, said)
  await club.db.run(sql`update rooms set last_number = ${said} where id = ${room.id}`)
  await publish(club.db, { kind: 'post', roomId: room.id, number: said })
  const benStream = await club.follow(ben)
  await benStream.next('ready')
  expect(await list(ben)).toMatchObject({ answer: { latest: said } })
  return {
    ...opened,
    mia,
    ben,
    benStream,
    /** What a copy that was behind makes of a database that others still remember: posts are lost, not deleted. */
    async lose(count: number) {
      const isHeardAgain = new Promise<void>((resolve) => void club.app.bus.onReconnect(resolve))
      await asOwner(
        club,
        () => `alter table posts disable trigger user; alter table rooms disable trigger user;
          delete from posts where number > ${said - count};
          update rooms set last_number = ${said - count};
          alter table posts enable trigger user; alter table rooms enable trigger user`,
      )
      await club.app.db.run(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'club listening' and datname = current_database()`)
      await isHeardAgain
    },
  }
}

test.each([5, 125])(
  'when the database has lost %i posts, what is said next is in every page and every stream',
  async (count) => {
    const total = count + 10
    await using past = await openPast(total)
    const { mia, ben, benStream, post, list } = past
    await past.lose(count)
    const latest = total - count
    expect((await benStream.next('ready')).rooms).toEqual([{ slug: 'lounge', latest }])
    for (const who of [mia, ben]) {
      const page = await list(who)
      expect(page).toMatchObject({ ok: true, answer: { latest } })
      if (page.ok) expect(page.answer.posts[0]).toMatchObject({ number: latest })
    }
    for (let next = 1; next <= 2; next += 1) {
      expect(await post(mia, { text: `later ${next}` })).toMatchObject({
        answer: { number: latest + next },
      })
      expect(await benStream.next('post')).toMatchObject({
        number: latest + next,
        post: { text: `later ${next}` },
      })
      for (const who of [mia, ben]) {
        const page = await list(who)
        if (!page.ok) throw new Error(page.code)
        expect(page.answer).toMatchObject({ latest: latest + next })
        expect(page.answer.posts[0]).toMatchObject({ text: `later ${next}` })
      }
    }
    benStream.close()
  },
)

test('a number that was announced and never came keeps nobody from reading', async () => {
  await using past = await openPast(10)
  const { club, room, mia, list, post } = past
  await publish(club.db, { kind: 'post', roomId: room.id, number: 1_000 })
  await club.app.bus.flush()
  expect(await list(mia)).toMatchObject({ answer: { latest: 10 } })
  await publish(club.db, { kind: 'post', roomId: room.id, number: 15 })
  await club.app.bus.flush()
  expect(await list(mia)).toMatchObject({ answer: { latest: 10 } })
  await post(mia, { text: 'the eleventh' })
  expect(await list(mia)).toMatchObject({ answer: { latest: 11 } })
})
