import { expect, test } from 'vitest'
import { logIn, requestPasswordReset, resendConfirmation } from '#contract/accounts/auth.ts'
import { rates } from '#contract/limits.ts'
import { addPhoto } from '#contract/members/ownPhotos.ts'
import { signUp } from '#contract/admission/signup.ts'
import { stageFile, submitVerification } from '#contract/verification/verification.ts'
import { joinWaitlist } from '#contract/admission/waitlist.ts'
import { openClub, PASSWORD } from '#testing/club/club.ts'
import { stageDocuments } from '#testing/fixtures/documents.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { asOwner } from '#testing/club/database/owner.ts'
import { photo } from '#testing/fixtures/photos.ts'
import { countAttempt, secondsToWait } from './attempts.ts'
import { sql } from '#server/platform/database/database.ts'
import { addressRange, widerRange } from './nets.ts'

test('the window slides: a try is free again when the oldest one is out of it', async () => {
  await using club = await openClub({ now: '2026-06-15T12:00:00Z' })
  const count = () => countAttempt(club.app, club.db, 'resendPerEmail', 'mia')
  const peek = () => secondsToWait(club.app, club.db, ['resendPerEmail'], 'mia')
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

test('no index holds what an attempt changes, and pages keep room for it', async () => {
  await using club = await openClub()
  const held = await club.db.rows(sql`select distinct a.attname as name
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = 'attempts'::regclass order by 1`)
  expect(held).toEqual([{ name: 'action' }, { name: 'identifier' }])
  expect(
    await club.db.row(sql`select reloptions from pg_class where oid = 'attempts'::regclass`),
  ).toEqual({ reloptions: ['fillfactor=50'] })
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

test('when counting fails, whatever is limited refuses', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const { email } = mia
  const file = new Uint8Array(await photo())
  const staged = await stageDocuments(club, mia)
  await asOwner(club, () => 'alter table attempts rename to attempts_gone')
  const refused = await Promise.all([
    club.call(null, signUp, newcomer()),
    club.call(null, logIn, { body: { email, password: PASSWORD } }),
    club.call(null, requestPasswordReset, { body: { email } }),
    club.call(null, resendConfirmation, { body: { email } }),
    club.call(null, joinWaitlist, { body: { email: 'tom@example.org' } }),
    club.call(mia, stageFile, { query: { side: 'front', type: 'jpeg' }, file }),
    club.call(mia, submitVerification, { body: staged }),
    club.call(mia, addPhoto, { file }),
  ])
  for (const answer of refused) expect(answer).toMatchObject({ ok: false, code: 'unexpected' })
  expect(
    await club.db.row(sql`
      select (select count(*)::int from users) as accounts,
        (select count(*)::int from waitlist) as waiting,
        (select count(*)::int from verification_submissions) as submissions`),
  ).toEqual({ accounts: 1, waiting: 0, submissions: 0 })
  expect(await club.mails()).toEqual([])
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
  ['2001:db8::192.0.2.7', '2001:db8:0:0'],
  ['1:2:3:4:5:6:192.0.2.7', '1:2:3:4'],
])('%s belongs to the range %s', (address, range) => {
  expect(addressRange({ address })).toBe(range)
})

test.each([
  ['192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:DB8::1', '2001:db8:0::/48'],
  ['2001:0db8:0001::9', '2001:db8:1::/48'],
])('%s belongs to the net %s', (address, net) => {
  expect(widerRange({ address })).toBe(net)
})
