import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import { asOwner } from '#testing/club/database/owner.ts'
import { clubSettings } from './settings.service.ts'

const close = sql`update club_settings set admission = 'invitation'`

test('a change is heard by every process, wherever it was made', async () => {
  await using club = await openClub()
  const second = await club.secondServer()
  const processes = [club.app, second.app]
  const known = () => Promise.all(processes.map((app) => clubSettings(app)))
  expect((await known()).map(({ admission }) => admission)).toEqual(['open', 'open'])
  await club.db.run(close)
  expect((await known()).map(({ admission }) => admission)).toEqual(['invitation', 'invitation'])
})

test('nothing is believed for longer than ten seconds, even if its notice never came', async () => {
  await using club = await openClub({ now: '2026-06-15T12:00:00Z' })
  expect((await clubSettings(club.app)).admission).toBe('open')
  await asOwner(
    club,
    () => `
    alter table club_settings disable trigger club_settings_notify;
    update club_settings set admission = 'invitation'`,
  )
  club.clock.advance({ seconds: 9 })
  expect((await clubSettings(club.app)).admission).toBe('open')
  club.clock.advance({ seconds: 1 })
  expect((await clubSettings(club.app)).admission).toBe('invitation')
})

test('while nothing can be heard nothing is remembered', async () => {
  await using club = await openClub()
  await clubSettings(club.app)
  await club.app.bus.stop()
  await club.app.db.run(close)
  expect((await clubSettings(club.app)).admission).toBe('invitation')
})
