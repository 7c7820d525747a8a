import { expect, test } from 'vitest'
import { listTableMessages } from '#contract/tables/messages.ts'
import { sql } from '#server/platform/database/database.ts'
import { asOwner } from '#testing/club/database/owner.ts'
import { openTableForTwo, readWords, say } from '#testing/fixtures/tables.ts'

test('when the database has lost the last messages, both read and receive the next ones, at every process', async () => {
  await using opened = await openTableForTwo()
  const { club, mia, ben, tableId } = opened
  const second = await club.secondServer()
  const stream = await club.follow(ben)
  await stream.next('ready')
  for (let n = 1; n <= 8; n += 1) await say(club, mia, tableId, `before ${n}`)
  for (let n = 1; n <= 8; n += 1) await stream.next('message')
  expect(await readWords(club, ben, tableId)).toHaveLength(8)

  const isHeardAgain = [club, second].map(
    ({ app }) => new Promise<void>((resolve) => void app.bus.onReconnect(resolve)),
  )
  await asOwner(
    club,
    () => `alter table table_messages disable trigger user; alter table tables disable trigger user;
      delete from table_messages where number > 3; update tables set last_number = 3;
      alter table table_messages enable trigger user; alter table tables enable trigger user`,
  )
  await club.app.db.run(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'club listening' and datname = current_database()`)
  await Promise.all(isHeardAgain)

  expect((await stream.next('ready')).tables).toEqual([{ id: tableId, latest: 3 }])
  for (let next = 4; next <= 5; next += 1) {
    expect(await say(club, mia, tableId, `after ${next}`)).toMatchObject({ number: next })
    expect(await stream.next('message')).toMatchObject({
      table: tableId,
      number: next,
      post: { text: `after ${next}` },
    })
    for (const who of [mia, ben]) {
      const read = await club.call(who, listTableMessages, { params: { tableId }, query: {} })
      expect(read).toMatchObject({ answer: { latest: next } })
      expect(read.ok && read.answer.posts[0]).toMatchObject({ text: `after ${next}` })
    }
  }
  stream.close()
})
