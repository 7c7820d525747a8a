import { expect, test } from 'vitest'
import { rates } from '#contract/limits.ts'
import { openClub } from '#server/testing/club.ts'
import { addressRange, countAttempt, timeToWait } from './attempts.ts'

test('the window slides: a try is free again when the oldest one is out of it', async () => {
  await using club = await openClub({ now: '2026-06-15T12:00:00Z' })
  const count = () => countAttempt(club.app, club.db, 'resendPerEmail', 'mia')
  const peek = () => timeToWait(club.app, club.db, ['resendPerEmail'], 'mia')
  for (let i = 0; i < rates.resendPerEmail.max; i += 1) {
    expect(await peek()).toBeNull()
    expect(await count()).toBeNull()
    club.clock.advance({ minutes: 10 })
  }
  expect(await count()).toBe(30 * 60)
  expect(await peek()).toBe(30 * 60)
  club.clock.advance({ minutes: 30 })
  expect(await peek()).toBeNull()
  expect(await count()).toBeNull()
  expect(await count()).toBe(10 * 60)
})

test('a clock set back an hour, or forward, locks nobody out', async () => {
  await using club = await openClub({ now: '2026-06-15T12:00:00Z' })
  const count = () => countAttempt(club.app, club.db, 'resendPerEmail', 'mia')
  const useUp = async () => {
    for (let i = 0; i < rates.resendPerEmail.max; i += 1) expect(await count()).toBeNull()
    expect(await count()).toBe(60 * 60)
  }
  await useUp()
  club.clock.advance({ hours: -1 })
  await useUp()
  club.clock.advance({ hours: 2 })
  await useUp()
})

test('one name’s tries are not another’s', async () => {
  await using club = await openClub()
  for (let i = 0; i < rates.resendPerEmail.max; i += 1)
    await countAttempt(club.app, club.db, 'resendPerEmail', 'mia')
  expect(await countAttempt(club.app, club.db, 'resendPerEmail', 'MIA')).not.toBeNull()
  expect(await countAttempt(club.app, club.db, 'resendPerEmail', 'tom')).toBeNull()
  expect(await countAttempt(club.app, club.db, 'resetPerEmail', 'mia')).toBeNull()
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8::1', '2001:db8:0:0'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
])('%s belongs to the range %s', (address, range) => {
  expect(addressRange({ address })).toBe(range)
})
