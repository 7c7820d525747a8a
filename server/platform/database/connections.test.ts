import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openApp } from '#server/app.ts'
import { openClub } from '#testing/club/club.ts'
import { asOwner } from '#testing/club/database/owner.ts'

test('a start says when the processes there are may take more connections than the database has', async () => {
  // one process is there already
  await using club = await openClub()
  const name = new URL(club.databaseUrl).pathname.slice(1)
  const limitTo = (limit: number) =>
    asOwner(club, () => `alter database ${name} connection limit ${limit}`)
  const start = async () => {
    const logged: object[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line)) })
    const config = { ...club.config, databasePool: 10, metricsPort: 9_090 }
    const app = await openApp(config, club.databaseUrl, { log })
    await app.close()
    return logged
  }
  expect(await start()).toEqual([])
  await limitTo(32)
  expect(await start()).toEqual([])
  await limitTo(31)
  expect(await start()).toMatchObject([
    {
      processes: 2,
      wanted: 32,
      available: 31,
      msg: expect.stringMatching(/^the database has fewer connections .* lower DATABASE_POOL$/),
    },
  ])
})
