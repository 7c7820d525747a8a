import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBackups } from '#testing/club/backups.ts'
import { openClub } from '#testing/club/club.ts'
import { backups as look } from './doctor.backups.ts'

const NOW = '2026-05-04T20:00:00Z'

test('the doctor misses backups on https, late ones, lost ones, and finds those that are too old', async () => {
  await using club = await openClub({ now: NOW })
  await using backups = await openBackups(club)
  const { config } = backups
  const { now } = club.app
  expect(await look(config, now())).toMatch(/^none of everything yet .*; none of the keys yet/)
  const strict = { ...config, secure: true }
  await expect(look(strict, now())).rejects.toThrow('no backup of everything')
  await backups.backUp()
  await expect(look(strict, now())).rejects.toThrow('no backup of the keys')
  await backups.backUpKeys()
  club.clock.advance({ hours: 36 })
  expect(await look(strict, now())).toBe(
    `of everything in ${backups.everything}, 36 hours old; of the keys in ${backups.keys}, 36 hours old`,
  )
  club.clock.advance({ seconds: 1 })
  await expect(look(strict, now())).rejects.toThrow('daily')

  await backups.backUp()
  await backups.backUpKeys()
  const old = join(backups.keys, 'keys-2026-04-20T20-00-00-000Z')
  await mkdir(old)
  await expect(look(strict, now())).rejects.toThrow(`${backups.keys} still holds keys-2026-04-20`)
  await rm(backups.everything, { recursive: true })
  await expect(look(strict, now())).rejects.toThrow('is gone')
})
