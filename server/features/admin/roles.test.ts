import { expect, test } from 'vitest'
import { getSession } from '#contract/accounts/session.ts'
import { listWaiting } from '#contract/admission/admission.ts'
import {
  confirmRoleChange,
  dropRoleChange,
  findMembers,
  listRoleChanges,
  readMember,
  requestRoleChange,
} from '#contract/admin/members.ts'
import { foreseeDeletion } from '#contract/privacy/ownData.ts'
import { setHidden } from '#contract/content-rules/contentRules.ts'
import type { StaffRole } from '#contract/roles.ts'
import { grantAdmin, revokeAdmin } from '#server/cli/roles.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { insertRoleChange } from '#testing/privacy/keeping.ts'
import { leave } from '#testing/privacy/leaving.ts'
import { restrict } from '#testing/moderation/restricted.ts'
import { ban, suspendByDesk } from '#testing/moderation/banning.ts'
import { decide, GROUNDS, profileTarget, queue, reportTarget } from '#testing/moderation/cases.ts'
import { suspend } from '#testing/moderation/statements.ts'
import { move } from '#testing/fixtures/emailChange.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'

const codeOf = (answer: { ok: boolean; code?: string }) => (answer.ok ? 'ok' : (answer.code ?? ''))
type Wish = { role: StaffRole; isGrant: boolean }
const MODERATOR: Wish = { role: 'moderator', isGrant: true }
const NO_ADMIN: Wish = { role: 'admin', isGrant: false }

async function adminsOf(club: Club, count: number): Promise<TestMember[]> {
  const admins = []
  for (let n = 0; n < count; n += 1) {
    const admin = await club.member({ isAdmin: true })
    await proveSession(club, admin)
    admins.push(admin)
  }
  return admins
}
const ask = (club: Club, by: TestMember, whose: TestMember, body: Wish) =>
  club.call(by, requestRoleChange, { params: { memberId: whose.userId }, body })
const requestChange = async (...of: Parameters<typeof ask>): Promise<string> => {
  const answer = await ask(...of)
  if (!answer.ok) throw new Error(answer.code)
  return answer.answer.id
}
const confirm = (club: Club, by: TestMember, changeId: string) =>
  club.call(by, confirmRoleChange, { params: { changeId } })
const dropRole = (club: Club, by: TestMember, changeId: string) =>
  club.call(by, dropRoleChange, { params: { changeId } })
async function rolesOf(club: Club, { userId }: TestMember): Promise<string[]> {
  const rows = await club.app.db.rows<{ role: string }>(
    sql`select role from user_roles where user_id = ${userId} order by role`,
  )
  return rows.map(({ role }) => role)
}

test('a role is given when a second admin says so, and is there from the next call on', async () => {
  await using club = await openClub({ now: '2026-11-02T12:00:00Z' })
  const [anna, bert] = await adminsOf(club, 2)
  const mia = await club.member({ username: 'Mia' })
  const id = await requestChange(club, anna!, mia, MODERATOR)
  expect(await rolesOf(club, mia)).toEqual([])
  expect(await club.call(anna!, listRoleChanges, {})).toMatchObject({
    answer: { changes: [{ id, member: { username: 'Mia' }, ...MODERATOR, mayConfirm: false }] },
  })
  expect(await club.call(bert!, listRoleChanges, {})).toMatchObject({
    answer: { changes: [{ id, mayConfirm: true, expiresAt: '2026-11-09T12:00:00.000Z' }] },
  })

  expect(codeOf(await confirm(club, bert!, id))).toBe('ok')
  const seen = await club.call(mia, getSession, {})
  expect(seen.ok && seen.answer.session).toMatchObject({ isModerator: true, isAdmin: false })
  expect(await club.call(anna!, listRoleChanges, {})).toMatchObject({ answer: { changes: [] } })
  const trail = await club.app.db.rows(sql`
    select actor_id, action, details ->> 'requestedBy' as by from audit
    where subject_id = ${mia.userId} order by id`)
  expect(trail).toEqual([
    { actorId: anna!.userId, action: 'role_change_requested', by: anna!.userId },
    { actorId: bert!.userId, action: 'role_granted', by: anna!.userId },
  ])
  const [mail, ...others] = await club.mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: mia.email, subject: 'News about your account' })
})

test('a waiting member who is given a role is admitted, and no longer waits', async () => {
  await using club = await openClub({ config: { admission: 'invitation' } })
  const [anna, bert] = await adminsOf(club, 2)
  const mia = await club.member({ isAdmitted: false })
  const isWaiting = async () => {
    const listed = await club.call(anna!, listWaiting, { query: {} })
    return listed.ok && listed.answer.waiting.length > 0
  }
  expect(await isWaiting()).toBe(true)
  expect(codeOf(await confirm(club, bert!, await requestChange(club, anna!, mia, MODERATOR)))).toBe(
    'ok',
  )
  expect(await isWaiting()).toBe(false)
  const seen = await club.call(mia, getSession, {})
  expect(seen.ok && seen.answer.session).toMatchObject({ isAdmitted: true, isModerator: true })
})

test('neither who asked nor whose role it is confirms, and the database would refuse them too', async () => {
  await using club = await openClub()
  const [anna, bert, carl] = await adminsOf(club, 3)
  const mia = await club.member()
  const granted = await requestChange(club, anna!, mia, MODERATOR)
  expect(codeOf(await confirm(club, anna!, granted))).toBe('own_role')
  const revoked = await requestChange(club, anna!, bert!, NO_ADMIN)
  expect(codeOf(await confirm(club, bert!, revoked))).toBe('own_role')
  expect(await rolesOf(club, bert!)).toEqual(['admin'])
  for (const [id, by] of [
    [granted, anna],
    [revoked, bert],
  ] as const)
    await expect(
      club.app.db.run(sql`update role_changes set confirmed_by = ${by!.userId} where id = ${id}`),
    ).rejects.toThrow('confirmed_by_another')
  expect(codeOf(await confirm(club, carl!, revoked))).toBe('ok')
  expect(await rolesOf(club, bert!)).toEqual([])
})

test('asking and confirming both need a proof minutes old', async () => {
  await using club = await openClub()
  const [anna, bert] = [await club.member({ isAdmin: true }), await club.member({ isAdmin: true })]
  const mia = await club.member()
  expect(codeOf(await ask(club, anna, mia, MODERATOR))).toBe('proof_needed')
  const id = await insertRoleChange(club, { userId: mia.userId, requestedBy: anna.userId })
  expect(codeOf(await confirm(club, bert, id))).toBe('proof_needed')
})

test('nobody is given a role whose address is not confirmed, but it can be taken from them', async () => {
  await using club = await openClub({ config: { emailConfirmation: 'required' } })
  const [anna] = await adminsOf(club, 2)
  const mia = await club.member({ isConfirmed: false })
  expect(codeOf(await ask(club, anna!, mia, MODERATOR))).toBe('member_unconfirmed')
  const tom = await club.member({ isConfirmed: false, isModerator: true })
  expect(codeOf(await ask(club, anna!, tom, { role: 'moderator', isGrant: false }))).toBe('ok')
})

test('nobody who is suspended is given a role, and what waits when they are is over', async () => {
  await using club = await openClub({ now: '2026-11-02T12:00:00Z' })
  const [anna, bert] = await adminsOf(club, 2)
  const mia = await club.member()
  const id = await requestChange(club, anna!, mia, MODERATOR)
  await suspendByDesk(club, mia, new Date('2026-11-04T12:00:00Z'))
  expect(codeOf(await confirm(club, bert!, id))).toBe('PGRST116')
  expect(codeOf(await ask(club, bert!, mia, MODERATOR))).toBe('42501')
  expect(await rolesOf(club, mia)).toEqual([])
  club.clock.advance({ days: 3 })
  await proveSession(club, anna!)
  expect(codeOf(await ask(club, anna!, mia, MODERATOR))).toBe('ok')
})

test('of a role that is confirmed and a suspension at once, one holds', async () => {
  await using club = await openClub()
  const [anna, bert] = await adminsOf(club, 2)
  const mia = await club.member()
  const id = await requestChange(club, anna!, mia, MODERATOR)
  const [confirmed] = await Promise.all([
    confirm(club, bert!, id),
    suspendByDesk(club, mia, new Date('2100-01-01')),
  ])
  expect(['ok', 'PGRST116']).toContain(codeOf(confirmed))
  expect(await rolesOf(club, mia)).toEqual([])
})

test('a club with one admin is told that it needs a second, and keeps its only one', async () => {
  await using club = await openClub({ now: '2026-11-02T12:00:00Z' })
  const [anna] = await adminsOf(club, 1)
  const mia = await club.member()
  // who cannot act does not count
  await club.member({ isAdmin: true, suspendedUntil: '2027-01-01T00:00:00Z' })
  expect(codeOf(await ask(club, anna!, mia, MODERATOR))).toBe('no_second_admin')
  expect(codeOf(await ask(club, anna!, anna!, NO_ADMIN))).toBe('last_admin')
})

test('the last admin who could act reads so before they leave; nobody else does', async () => {
  await using club = await openClub({ now: '2026-11-02T12:00:00Z' })
  const foresees = async (as: TestMember) => {
    const response = await club.call(as, foreseeDeletion, {})
    return response.ok && response.answer.isLastAdmin
  }
  const [anna] = await adminsOf(club, 1)
  const mia = await club.member()
  const away = await club.member({ isAdmin: true, suspendedUntil: '2027-01-01T00:00:00Z' })
  expect(await Promise.all([anna!, mia, away].map(foresees))).toEqual([true, false, false])
  const [bert] = await adminsOf(club, 1)
  expect(await Promise.all([anna!, bert!].map(foresees))).toEqual([false, false])
})

test('one change about a role waits at a time; what is so already is not asked for', async () => {
  await using club = await openClub()
  const [anna, bert] = await adminsOf(club, 2)
  const mia = await club.member()
  expect(codeOf(await ask(club, anna!, mia, { role: 'admin', isGrant: false }))).toBe('PGRST116')
  const answers = await Promise.all([
    ask(club, anna!, mia, MODERATOR),
    ask(club, bert!, mia, MODERATOR),
  ])
  expect(answers.map(codeOf).sort()).toEqual(['23505', 'ok'])
  expect(codeOf(await ask(club, anna!, bert!, { role: 'admin', isGrant: true }))).toBe('23505')
})

test('who is banned at the moment a role of theirs is confirmed gets none, and neither waits for the other', async () => {
  await using club = await openClub()
  const [anna, bert] = await adminsOf(club, 2)
  const [mia, tom] = [await club.member(), await club.member()]
  await reportTarget(club, mia, profileTarget(tom))
  const [line] = await queue(club, anna!)
  const id = await requestChange(club, anna!, tom, MODERATOR)
  const [banned, confirmed] = await club.db.transaction(async (tx) => {
    await tx.run(sql`select from cases where id = ${line!.id} for update`)
    const banning = decide(club, anna!, line!.id, { kind: 'ban', grounds: GROUNDS })
    await untilSomebodyWaits(club)
    const confirming = confirm(club, bert!, id)
    await untilSomebodyWaits(club, 2)
    return [banning, confirming] as const
  })
  expect([codeOf(await banned), codeOf(await confirmed)]).toEqual(['ok', 'PGRST116'])
  expect(await rolesOf(club, tom)).toEqual([])
})

test('of admins who confirm or drop the same at once one decides', async () => {
  await using club = await openClub()
  const [anna, bert, carl] = await adminsOf(club, 3)
  const mia = await club.member()
  const id = await requestChange(club, anna!, mia, MODERATOR)
  const answers = await Promise.all([
    confirm(club, bert!, id),
    confirm(club, carl!, id),
    club.call(anna!, dropRoleChange, { params: { changeId: id } }),
  ])
  expect(answers.map(codeOf).sort()).toEqual(['PGRST116', 'PGRST116', 'ok'])
  const acts = await club.app.db.rows<{ action: string }>(sql`
    select action from audit where subject_id = ${mia.userId}
      and action in ('role_granted', 'role_change_dropped')`)
  expect(acts).toHaveLength(1)
  const isGiven = acts[0]!.action === 'role_granted'
  expect(await rolesOf(club, mia)).toEqual(isGiven ? ['moderator'] : [])
})

test('nobody drops what others ask about their own role, but what they asked for themselves', async () => {
  await using club = await openClub()
  const [anna, bert, carl] = await adminsOf(club, 3)
  const drop = async (by: TestMember, changeId: string) =>
    codeOf(await club.call(by, dropRoleChange, { params: { changeId } }))
  const id = await requestChange(club, anna!, bert!, NO_ADMIN)
  expect(await drop(bert!, id)).toBe('own_role')
  expect(await club.call(bert!, listRoleChanges, {})).toMatchObject({
    answer: { changes: [{ id, mayDrop: false }] },
  })
  expect(await drop(carl!, id)).toBe('ok')
  expect(await drop(bert!, await requestChange(club, bert!, bert!, NO_ADMIN))).toBe('ok')
})

test('two admins who confirm each other’s leave at once leave one of them', async () => {
  for (let round = 0; round < 3; round += 1) {
    await using club = await openClub()
    const [anna, bert] = await adminsOf(club, 2)
    const annas = await requestChange(club, anna!, anna!, NO_ADMIN)
    const berts = await requestChange(club, bert!, bert!, NO_ADMIN)
    const answers = await Promise.all([confirm(club, bert!, annas), confirm(club, anna!, berts)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const left = [...(await rolesOf(club, anna!)), ...(await rolesOf(club, bert!))]
    expect(left).toEqual(['admin'])
  }
})

test('an admin who hid themselves confirms as others do', async () => {
  await using club = await openClub()
  const [anna, bert] = await adminsOf(club, 2)
  const mia = await club.member()
  const id = await requestChange(club, anna!, mia, MODERATOR)
  await club.call(bert!, setHidden, { body: { isHidden: true } })
  expect(codeOf(await confirm(club, bert!, id))).toBe('ok')
})

test('nobody keeps a role by hiding themselves', async () => {
  await using club = await openClub()
  const [anna, bert] = await adminsOf(club, 2)
  const [mia, tom] = [
    await club.member({ isModerator: true }),
    await club.member({ username: 'Tom', isModerator: true }),
  ]
  const wish: Wish = { role: 'moderator', isGrant: false }
  const hide = (who: TestMember) => club.call(who, setHidden, { body: { isHidden: true } })
  const id = await requestChange(club, anna!, mia, wish)
  for (const who of [mia, tom]) await hide(who)
  expect(await club.call(bert!, listRoleChanges, {})).toMatchObject({
    answer: { changes: [{ id, mayConfirm: true }] },
  })
  expect(codeOf(await confirm(club, bert!, id))).toBe('ok')
  expect(await rolesOf(club, mia)).toEqual([])
  const staff = await club.call(anna!, findMembers, { query: {} })
  expect(staff.ok && staff.answer.members.map((one) => one.id)).toContain(tom.userId)
  expect(codeOf(await confirm(club, bert!, await requestChange(club, anna!, tom, wish)))).toBe('ok')
  expect(await rolesOf(club, tom)).toEqual([])
  // a member like others again, and hidden like others
  const params = { memberId: tom.userId }
  expect(codeOf(await club.call(anna!, readMember, { params }))).toBe('PGRST116')
})

const WAYS_OUT = {
  'deleting their account': (club: Club, who: TestMember) => leave(club, who),
  'having their data restricted': (club: Club, who: TestMember) => restrict(club, who),
}

test.each(Object.entries(WAYS_OUT))('nobody keeps a role by %s', async (_, goAway) => {
  await using club = await openClub({ now: '2026-11-02T12:00:00Z' })
  const [anna, bert, carl] = await adminsOf(club, 3)
  const tom = await club.member({ username: 'Tom', isModerator: true })
  const id = await requestChange(club, anna!, carl!, NO_ADMIN)
  const rise: Wish = { role: 'admin', isGrant: true }
  const offered = await requestChange(club, anna!, tom, rise)
  for (const who of [carl!, tom]) await goAway(club, who)
  // nor is given another one meanwhile
  expect(codeOf(await confirm(club, bert!, offered))).toBe('PGRST116')
  expect(codeOf(await dropRole(club, anna!, offered))).toBe('ok')
  expect(codeOf(await ask(club, anna!, tom, rise))).toBe('PGRST116')
  expect(await club.call(bert!, listRoleChanges, {})).toMatchObject({
    answer: { changes: [{ id, mayConfirm: true }] },
  })
  expect(codeOf(await confirm(club, bert!, id))).toBe('ok')
  expect(await rolesOf(club, carl!)).toEqual([])
  const wish: Wish = { role: 'moderator', isGrant: false }
  expect(codeOf(await confirm(club, bert!, await requestChange(club, anna!, tom, wish)))).toBe('ok')
  expect(await rolesOf(club, tom)).toEqual([])
  // like anybody else who is away
  const params = { memberId: tom.userId }
  expect(codeOf(await club.call(anna!, readMember, { params }))).toBe('PGRST116')
})

const LOSSES = {
  'was dismissed': async (club: Club, who: TestMember, [one, other]: TestMember[]) =>
    expect(
      codeOf(await confirm(club, one!, await requestChange(club, other!, who, NO_ADMIN))),
    ).toBe('ok'),
  'was dismissed by the operator': async ({ config, db, app }: Club, { email }: TestMember) => {
    await revokeAdmin({ config, db, now: app.now() }, email)
  },
  'deletes their account': (club: Club, who: TestMember) => leave(club, who),
  'was banned': (club: Club, who: TestMember) => ban(club, who),
}

test.each(Object.entries(LOSSES))(
  'who asked and %s asked for nothing, and keeps nobody from asking for it',
  async (_, lose) => {
    await using club = await openClub()
    const [anna, bert, carl] = await adminsOf(club, 3)
    const mia = await club.member()
    const id = await requestChange(club, anna!, mia, MODERATOR)
    await lose(club, anna!, [bert!, carl!])
    expect(await club.call(bert!, listRoleChanges, {})).toMatchObject({ answer: { changes: [] } })
    expect(codeOf(await confirm(club, bert!, id))).toBe('PGRST116')
    const trace = await club.db.rows<{ change: string }>(sql`
      select details ->> 'change' as change from audit where action = 'role_change_dropped'`)
    expect(trace).toEqual([{ change: id }])
    // nor does it come back with their role
    await club.db.run(sql`
      insert into user_roles (user_id, role) values (${anna!.userId}, 'admin') on conflict do nothing`)
    expect(codeOf(await confirm(club, bert!, id))).toBe('PGRST116')
    expect(await rolesOf(club, mia)).toEqual([])
    expect(codeOf(await ask(club, bert!, mia, MODERATOR))).toBe('ok')
  },
)

test('a mail about a role that goes out late says nothing that is no longer so', async () => {
  await using club = await openClub()
  const [anna, bert, carl] = await adminsOf(club, 3)
  const mia = await club.member()
  expect(codeOf(await confirm(club, bert!, await requestChange(club, anna!, mia, MODERATOR)))).toBe(
    'ok',
  )
  const away: Wish = { role: 'moderator', isGrant: false }
  expect(codeOf(await confirm(club, bert!, await requestChange(club, carl!, mia, away)))).toBe('ok')
  const mails = await club.mails()
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).toContain('no longer a moderator of the club. You stay a member.')
})

test('what the operator decided meanwhile waits no longer for two admins', async () => {
  await using club = await openClub()
  const [anna, bert, carl] = await adminsOf(club, 3)
  const mia = await club.member()
  const atDesk = { config: club.config, db: club.db, now: club.app.now() }
  const ids = [
    await requestChange(club, anna!, mia, { role: 'admin', isGrant: true }),
    await requestChange(club, anna!, carl!, NO_ADMIN),
  ]
  await grantAdmin(atDesk, mia.email)
  await revokeAdmin(atDesk, carl!.email)
  for (const id of ids) expect(codeOf(await confirm(club, bert!, id))).toBe('PGRST116')
  expect(await club.mails()).toEqual([])
})

test('nobody is given a role while whoever reads their former mailbox can take the account back', async () => {
  await using club = await openClub({ now: '2026-11-02T12:00:00Z' })
  const [anna, bert] = await adminsOf(club, 2)
  const [mia, tom] = [await club.member(), await club.member()]
  const id = await requestChange(club, anna!, mia, MODERATOR)
  for (const who of [mia, tom]) await move(club, who, `new.${who.email}`)
  expect(codeOf(await confirm(club, bert!, id))).toBe('member_unconfirmed')
  expect(codeOf(await ask(club, anna!, tom, MODERATOR))).toBe('member_unconfirmed')
  await expect(
    grantAdmin({ config: club.config, db: club.db, now: club.app.now() }, `new.${tom.email}`),
  ).rejects.toThrow('can still take it back')
  club.clock.advance({ hours: 48 })
  for (const who of [anna!, bert!]) await proveSession(club, who)
  expect(codeOf(await confirm(club, bert!, id))).toBe('ok')
  expect(codeOf(await ask(club, anna!, tom, MODERATOR))).toBe('ok')
})

test('after seven days it is over, and leaves no row', async () => {
  await using club = await openClub({ now: '2026-11-02T12:00:00Z' })
  const [anna, bert] = await adminsOf(club, 2)
  const mia = await club.member()
  const id = await requestChange(club, anna!, mia, MODERATOR)
  club.clock.advance({ days: 7 })
  await proveSession(club, bert!)
  expect(codeOf(await confirm(club, bert!, id))).toBe('PGRST116')
  const seen = await club.call(bert!, readMember, { params: { memberId: mia.userId } })
  expect(seen).toMatchObject({ answer: { changes: [] } })
  await club.app.jobs.send(club.app.db, 'forget_role_changes', {})
  await club.app.jobs.drain()
  expect(await club.app.db.rows(sql`select from role_changes`)).toHaveLength(0)
})

const STAFF_MAILS = ['mail_staff', 'mail_review_overdue', 'mail_request_urgent'] as const

test('what was for the staff and waits does not go to who is none any more, or cannot act', async () => {
  await using club = await openClub()
  const [anna, bert, carl] = await adminsOf(club, 3)
  const mia = await club.member({ isModerator: true })
  const staff = [anna!, bert!, carl!, mia]
  const waits = (who: TestMember[]) =>
    club.db.transaction(async (tx) => {
      for (const { userId } of who)
        for (const job of STAFF_MAILS) await club.app.jobs.send(tx, job, { userId })
    })
  const sent = async () => {
    const mails = await club.mails()
    return staff.map(({ email }) => mails.filter(({ to }) => to === email).length)
  }
  await waits(staff)
  await club.db.run(sql`delete from user_roles where user_id in (${bert!.userId}, ${mia.userId})`)
  await club.db.run(sql`
    insert into user_roles (user_id, role) values (${bert!.userId}, 'moderator')`)
  await suspend(club.db, carl!.userId, '2100-01-01')
  // a former admin who is a moderator now receives events about cases only
  expect(await sent()).toEqual([3, 1, 0, 0])
})
