import { expect, test } from 'vitest'
import { getClubSettings, setClubSettings } from '#contract/admin/admin.ts'
import { signUp } from '#contract/admission/signup.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'

const codeOf = (answer: { ok: boolean; code?: string }) => (answer.ok ? 'ok' : answer.code)
const set = (club: Club, admin: TestMember, isDiscreet: boolean) =>
  club.call(admin, setClubSettings, { body: { isDiscreet } })

test('a club that becomes discreet tells strangers of no address any more, at every server', async () => {
  await using club = await openClub({ config: { emailConfirmation: 'required' } })
  const second = await club.secondServer()
  const [anna, mia] = [await club.member({ isAdmin: true }), await club.member()]
  const knock = (url: string) => {
    const { body } = newcomer()
    return club.call(null, signUp, { body: { ...body, email: mia.email } }, { url })
  }
  expect(codeOf(await knock(club.url))).toBe('email_exists')
  expect(await set(club, anna, true)).toMatchObject({
    answer: { isDiscreet: true, mayBeDiscreet: true },
  })
  for (const url of [club.url, second.url]) expect(codeOf(await knock(url))).toBe('ok')
  expect(await set(club, anna, false)).toMatchObject({ answer: { isDiscreet: false } })
  await club.db.run(sql`delete from attempts`)
  expect(codeOf(await knock(club.url))).toBe('email_exists')
  const acts = await club.app.db.rows(
    sql`select details from audit where action = 'settings_set' order by id`,
  )
  expect(acts).toEqual([{ details: { isDiscreet: true } }, { details: { isDiscreet: false } }])
})

test('without confirmed addresses a club cannot be discreet, whatever was set before', async () => {
  await using club = await openClub()
  const anna = await club.member({ isAdmin: true })
  expect(codeOf(await set(club, anna, true))).toBe('confirmation_off')
  await club.db.run(sql`update club_settings set is_discreet = true`)
  expect(await club.call(anna, getClubSettings, {})).toMatchObject({
    answer: { isDiscreet: false, mayBeDiscreet: false },
  })
})

test('what no admin has set is what the configuration says', async () => {
  await using club = await openClub({ config: { discreet: true } })
  const anna = await club.member({ isAdmin: true })
  expect(await club.call(anna, getClubSettings, {})).toMatchObject({
    answer: { isDiscreet: true, mayBeDiscreet: true },
  })
  expect(await set(club, anna, false)).toMatchObject({ answer: { isDiscreet: false } })
})
