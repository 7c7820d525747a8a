import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/auth.ts'
import { getSession } from '#contract/accounts/session.ts'
import {
  checklist,
  decideSubmission,
  getSubmission,
  listSubmissions,
  openImage,
} from '#contract/verification/review.ts'
import { getVerification } from '#contract/verification/verification.ts'
import { setLanguage } from '#contract/accounts/session.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, PASSWORD, type Club, type TestMember } from '#testing/club/club.ts'
import { breakAudit } from '#testing/club/database/owner.ts'
import {
  insertSubmission,
  lookAtImage,
  openLink,
  proveSession,
  readTraces,
} from '#testing/fixtures/submissions.ts'
import { uuid } from '#testing/random.ts'
import { countRows, rowsRead } from '#testing/club/database/rowsRead.ts'

const NOW = '2026-06-15T12:00:00Z'
const all = { photoMatches: true, documentValid: true, birthdateMatches: true, isAdult: true }
const approval = { decision: 'verified' as const, checklist: all }
const rejection = { decision: 'rejected' as const, note: 'Das Foto ist unscharf.' }

type Body = Parameters<typeof decideBlindly>[3]
const decideBlindly = (
  club: Club,
  as: { cookie: string },
  submissionId: string,
  body: {
    decision: 'verified' | 'rejected'
    note?: string
    checklist?: typeof all
    birthdate?: string | null
  },
  url = club.url,
) => club.call(as, decideSubmission, { params: { submissionId }, body }, { url })

/** By somebody who has looked at what they approve. */
async function decide(...given: Parameters<typeof decideBlindly>) {
  const [club, as, submissionId, body] = given
  if (body === approval && 'userId' in as) await lookAtImage(club, as as TestMember, submissionId)
  return decideBlindly(...given)
}
/** But for what was looked at. */
const tracesOf = async (club: Club) =>
  (await readTraces(club)).filter(({ action }) => action !== 'id_viewed')

async function reviewer(club: Club): Promise<TestMember> {
  const admin = await club.member({ isAdmin: true })
  await proveSession(club, admin)
  return admin
}

const standingOf = (club: Club, { userId }: { userId: string }) =>
  club.db.row(sql`
    select p.verification_status, p.verification_method, p.verified_at, s.status, s.reviewer_id,
      s.review_note, s.decided_at
    from profiles p join verification_submissions s on s.user_id = p.id where p.id = ${userId}`)
const waiting = {
  verificationStatus: 'pending',
  verificationMethod: 'none',
  verifiedAt: null,
  status: 'pending',
  reviewerId: null,
  reviewNote: null,
  decidedAt: null,
}

test('the list shows the newest first, the queue what waits, oldest first', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await reviewer(club)
  const [mia, tom, eva] = [await club.member(), await club.member(), await club.member()]
  const ids: string[] = []
  for (const one of [mia, tom, eva]) {
    ids.push((await insertSubmission(club, one)).id)
    club.clock.advance({ minutes: 1 })
  }
  await decide(club, admin, ids[1]!, rejection)

  const listed = await club.call(admin, listSubmissions, { query: {} })
  const line = (n: number, { username }: TestMember, status: string) => ({
    id: ids[n],
    username,
    method: 'id_manual',
    submittedAt: `2026-06-15T12:0${n}:00.000Z`,
    status,
  })
  const lines = [line(0, mia, 'pending'), line(1, tom, 'rejected'), line(2, eva, 'pending')]
  expect(listed).toMatchObject({ ok: true })
  expect('answer' in listed && listed.answer).toEqual({
    submissions: lines.toReversed(),
    next: null,
    waiting: 2,
  })
  const queue = await club.call(admin, listSubmissions, { query: { filter: 'queue' } })
  expect('answer' in queue && queue.answer.submissions).toEqual([lines[0], lines[2]])
})

test('paging through the list shows each submission once, while others arrive', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await reviewer(club)
  // several at the same moment: the id decides
  await fill(club, 130)
  for (const filter of ['all', 'queue'] as const) {
    const seen: string[] = []
    let next: string | null | undefined
    while (next !== null) {
      const page = await club.call(admin, listSubmissions, {
        query: { filter, ...(next && { after: next }) },
      })
      if (!page.ok) throw new Error(page.code)
      seen.push(...page.answer.submissions.map(({ id }) => id))
      next = page.answer.next
      if (seen.length === 50 && filter === 'all')
        await insertSubmission(club, await club.member(), { sides: [] })
    }
    const expected = await club.db.rows<{ id: string }>(
      filter === 'queue'
        ? sql`select id from verification_submissions where status = 'pending' order by created_at, id`
        : sql`select id from verification_submissions where created_at < ${NOW}
            order by created_at desc, id desc`,
    )
    expect(seen).toEqual(expected.map(({ id }) => id))
  }
})

test('of ten thousand submissions a page looks at none twice, the first one and the last', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await reviewer(club)
  await fill(club, 10_000)
  await countRows(club)
  const oldest = await club.db.row<{ id: string; at: string }>(sql`
    select id, created_at as at from verification_submissions order by created_at, id offset 60 limit 1`)
  for (const query of [
    {},
    { filter: 'queue' as const },
    { after: `${oldest!.at} ${oldest!.id}` },
  ]) {
    const read = await rowsRead(club, async () => {
      const page = await club.call(admin, listSubmissions, { query })
      expect('answer' in page && page.answer.submissions).toHaveLength(50)
    })
    // each of them once for the page, at most, and once for the count of those that wait
    expect(read).toBeLessThan(2 * 10_000 + 200)
  }
})

test('what a reviewer reads has the declared birthdate and the age it makes today in Berlin', async () => {
  await using club = await openClub({ now: '2026-03-31T21:59:00Z' })
  const admin = await reviewer(club)
  const mia = await club.member()
  const { id } = await insertSubmission(club, mia, { sides: ['selfie', 'front'] })
  const read = async () => {
    const got = await club.call(admin, getSubmission, { params: { submissionId: id } })
    return got.ok ? got.answer : got.code
  }
  expect(await read()).toEqual({
    id,
    username: mia.username,
    method: 'id_manual',
    submittedAt: '2026-03-31T21:59:00.000Z',
    status: 'pending',
    birthdate: '1990-04-01',
    age: 35,
    language: 'en',
    sides: ['front', 'selfie'],
    seen: [],
    note: null,
    reviewer: null,
    decidedAt: null,
    isOwn: false,
  })
  club.clock.advance({ minutes: 1 })
  await club.call(mia, setLanguage, { body: { language: 'de' } })
  expect(await read()).toMatchObject({ age: 36, language: 'de' })
  await decide(club, admin, id, rejection)
  expect(await read()).toMatchObject({
    status: 'rejected',
    note: rejection.note,
    reviewer: admin.username,
    decidedAt: '2026-03-31T22:00:00.000Z',
  })
  const nobody = { params: { submissionId: uuid() } }
  expect(await club.call(admin, getSubmission, nobody)).toMatchObject({ code: 'PGRST116' })
})

test('an approval verifies the member by the method of the submission, without a note', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await reviewer(club)
  const mia = await club.member()
  const { id } = await insertSubmission(club, mia)
  expect(await decide(club, admin, id, approval)).toMatchObject({
    answer: { id, username: mia.username, status: 'verified' },
  })
  expect(await standingOf(club, mia)).toEqual({
    verificationStatus: 'verified',
    verificationMethod: 'id_manual',
    verifiedAt: '2026-06-15T12:00:00.000Z',
    status: 'verified',
    reviewerId: admin.userId,
    reviewNote: null,
    decidedAt: '2026-06-15T12:00:00.000Z',
  })
  expect(await tracesOf(club)).toEqual([
    {
      action: 'verification_decided',
      actorId: admin.userId,
      subjectId: mia.userId,
      details: { submission: id, status: 'verified', method: 'id_manual' },
    },
  ])
  expect(await club.call(mia, getSession, {})).toMatchObject({
    answer: { session: { verificationStatus: 'verified' } },
  })
})

test('nobody approves what they did not look at themselves, front and selfie, in this submission', async () => {
  await using club = await openClub({ now: NOW })
  const [admin, other] = [await reviewer(club), await reviewer(club)]
  const mia = await club.member()
  const earlier = await insertSubmission(club, mia)
  const { id } = await insertSubmission(club, await club.member())
  const look = async (as: TestMember, whose: string, side: 'front' | 'back' | 'selfie') => {
    const link = await openLink(club, as, whose, side)
    const path = `/api/admin/verifications/${whose}/images/${side}?link=${link}`
    const image = await fetch(new URL(path, club.url), { headers: { cookie: as.cookie } })
    expect(image.status).toBe(200)
    await image.arrayBuffer()
  }
  const seen = async () => {
    const got = await club.call(admin, getSubmission, { params: { submissionId: id } })
    return got.ok && got.answer.seen
  }
  const approve = () => decideBlindly(club, admin, id, approval)
  expect(await approve()).toMatchObject({ code: 'images_unseen' })
  // a link is no look, nor is another's look, or one at another submission
  await openLink(club, admin, id, 'front')
  for (const side of ['front', 'selfie'] as const) {
    await look(other, id, side)
    await look(admin, earlier.id, side)
  }
  await look(admin, id, 'back')
  expect(await seen()).toEqual(['back'])
  await look(admin, id, 'selfie')
  expect(await approve()).toMatchObject({ code: 'images_unseen' })
  await look(admin, id, 'front')
  expect(await seen()).toEqual(expect.arrayContaining(['front', 'back', 'selfie']))
  expect(await approve()).toMatchObject({ ok: true })
})

test('with the decision the images close; a second look says so, to the audit log and the member', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await reviewer(club)
  const mia = await club.member()
  const { id } = await insertSubmission(club, mia)
  const link = await openLink(club, admin, id, 'front')
  await decide(club, admin, id, rejection)
  const get = async (code: string) => {
    const path = `/api/admin/verifications/${id}/images/front?link=${code}`
    const image = await fetch(new URL(path, club.url), { headers: { cookie: admin.cookie } })
    await image.arrayBuffer()
    return image.status
  }
  expect(await get(link)).toBe(403)
  const open = (purpose?: 'review' | 'second_look') =>
    club.call(admin, openImage, { params: { submissionId: id }, body: { side: 'front', purpose } })
  expect(await open()).toMatchObject({ code: 'already_decided' })
  expect(await open('review')).toMatchObject({ code: 'already_decided' })
  const again = await open('second_look')
  if (!again.ok) throw new Error(again.code)
  expect(await get(new URL(again.answer.url, club.url).searchParams.get('link')!)).toBe(200)
  expect((await readTraces(club)).at(-1)).toMatchObject({
    action: 'id_viewed',
    details: { side: 'front', purpose: 'second_look' },
  })
  expect(await club.call(mia, getVerification, {})).toMatchObject({
    answer: { views: [{ side: 'front', purpose: 'second_look' }] },
  })
})

test('a rejection keeps its reason, trimmed, and leaves no method', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await reviewer(club)
  const mia = await club.member()
  const { id } = await insertSubmission(club, mia)
  await decide(club, admin, id, { decision: 'rejected', note: '  Das Foto ist unscharf.\u200b ' })
  expect(await standingOf(club, mia)).toMatchObject({
    verificationStatus: 'rejected',
    verificationMethod: 'none',
    verifiedAt: null,
    status: 'rejected',
    reviewerId: admin.userId,
    reviewNote: 'Das Foto ist unscharf.',
  })
  const written = JSON.stringify(await tracesOf(club))
  expect(written).not.toContain('unscharf')
})

const refusals: [string, Body, string][] = [
  ['a rejection without a note', { decision: 'rejected' }, 'note_missing'],
  ['a rejection with a blank note', { decision: 'rejected', note: ' \u200b\n ' }, 'note_missing'],
  ['a note that is too long', { ...rejection, note: 'ä'.repeat(501) }, 'invalid_input'],
  ['an approval without the checklist', { decision: 'verified' }, 'checklist_missing'],
  ...checklist.map((point): [string, Body, string] => [
    `an approval without ${point}`,
    { decision: 'verified', note: 'fine', checklist: { ...all, [point]: false } },
    'checklist_missing',
  ]),
]
test.each(refusals)('%s changes nothing', async (_, body, code) => {
  await using club = await openClub({ now: NOW })
  const admin = await reviewer(club)
  const mia = await club.member()
  const { id } = await insertSubmission(club, mia)
  expect(await decide(club, admin, id, body)).toMatchObject({ code })
  expect(await standingOf(club, mia)).toEqual(waiting)
  expect(await tracesOf(club)).toEqual([])
  expect(await club.mails()).toEqual([])
})

test.each([['front'], ['selfie']] as const)(
  'nobody is approved whose %s cannot be looked at, as after a restore without the keys',
  async (side) => {
    await using club = await openClub({ now: NOW })
    const admin = await reviewer(club)
    const mia = await club.member()
    const { id } = await insertSubmission(club, mia)
    await club.db.run(sql`
      delete from id_file_keys where file_id in (
        select f.id from verification_files f where f.submission_id = ${id} and f.side = ${side})`)
    expect(await decide(club, admin, id, approval)).toMatchObject({ code: 'PGRST116' })
    expect(await standingOf(club, mia)).toEqual(waiting)
    expect(await decide(club, admin, id, rejection)).toMatchObject({ ok: true })
  },
)

test('nobody is approved who is under 18 by what was declared, whatever was ticked', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await reviewer(club)
  const mia = await club.member()
  const { id } = await insertSubmission(club, mia)
  // as a request by right may correct it while the submission waits
  await club.db.run(sql`update profiles set birthdate = '2008-06-16' where id = ${mia.userId}`)
  expect(await decide(club, admin, id, approval)).toMatchObject({ code: 'checklist_missing' })
  expect(await standingOf(club, mia)).toEqual(waiting)
  club.clock.advance({ hours: 24 })
  await proveSession(club, admin)
  expect(await decide(club, admin, id, approval)).toMatchObject({ ok: true })
})

test('a birthdate that was corrected since the reviewer read it has to be compared again', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await reviewer(club)
  const mia = await club.member()
  const { id } = await insertSubmission(club, mia)
  const read = await club.call(admin, getSubmission, { params: { submissionId: id } })
  await lookAtImage(club, admin, id)
  const { birthdate } = read.ok ? read.answer : { birthdate: null }
  await club.db.run(sql`update profiles set birthdate = '1991-02-03' where id = ${mia.userId}`)
  const stale = await decide(club, admin, id, { ...approval, birthdate })
  expect(stale).toMatchObject({ code: 'checklist_missing' })
  expect(await standingOf(club, mia)).toEqual(waiting)
  const anew = await decide(club, admin, id, { ...approval, birthdate: '1991-02-03' })
  expect(anew).toMatchObject({ ok: true })
})

test('a note may be as long as it says', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await reviewer(club)
  const { id } = await insertSubmission(club, await club.member())
  const note = '🙂'.repeat(500)
  expect(await decide(club, admin, id, { ...rejection, note })).toMatchObject({ ok: true })
})

test('nobody decides without a fresh proof, on their own, on nothing, or twice', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await reviewer(club)
  const own = await insertSubmission(club, admin)
  const { id } = await insertSubmission(club, await club.member())
  expect(await decide(club, admin, own.id, approval)).toMatchObject({ code: 'own_submission' })
  const shown = await club.call(admin, getSubmission, { params: { submissionId: own.id } })
  expect(shown).toMatchObject({ answer: { isOwn: true } })
  expect(await decide(club, admin, uuid(), approval)).toMatchObject({
    code: 'PGRST116',
  })
  club.clock.advance({ minutes: 11 })
  expect(await decide(club, admin, id, approval)).toMatchObject({ code: 'proof_needed' })
  await proveSession(club, admin)
  expect(await decide(club, admin, id, approval)).toMatchObject({ ok: true })
  expect(await decide(club, admin, id, rejection)).toMatchObject({ code: 'already_decided' })
})

test('of two reviewers at once exactly one decides, and all that follows is theirs', async () => {
  await using club = await openClub()
  const second = await club.secondServer()
  const admins = [await reviewer(club), await reviewer(club)] as const
  for (let times = 0; times < 8; times += 1) {
    const mia = await club.member()
    const { id } = await insertSubmission(club, mia)
    const results = await Promise.all([
      decide(club, admins[0], id, approval),
      decide(club, admins[1], id, rejection, second.url),
    ])
    const winner = results.findIndex(({ ok }) => ok)
    expect(results[1 - winner]).toMatchObject({ code: 'already_decided' })
    const status = winner === 0 ? 'verified' : 'rejected'
    expect(await standingOf(club, mia)).toMatchObject({
      verificationStatus: status,
      status,
      reviewerId: admins[winner]!.userId,
    })
    const about = (await tracesOf(club)).filter(({ subjectId }) => subjectId === mia.userId)
    expect(about).toMatchObject([{ actorId: admins[winner]!.userId, details: { status } }])
    expect((await club.mails()).filter(({ to }) => to === mia.email)).toHaveLength(1)
  }
})

test('a decision that cannot be written down is none, and can be made later', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await reviewer(club)
  const mia = await club.member()
  const { id } = await insertSubmission(club, mia)
  await lookAtImage(club, admin, id)
  const mend = await breakAudit(club)
  expect(await decideBlindly(club, admin, id, approval)).toMatchObject({ code: 'unexpected' })
  expect(await standingOf(club, mia)).toEqual(waiting)
  expect(await club.mails()).toEqual([])
  await mend()
  expect(await decide(club, admin, id, approval)).toMatchObject({ ok: true })
})

test('without a trace neither the list nor a submission is shown', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await reviewer(club)
  const { id } = await insertSubmission(club, await club.member())
  await breakAudit(club)
  const params = { submissionId: id }
  expect(await club.call(admin, listSubmissions, { query: {} })).toMatchObject({ status: 503 })
  expect(await club.call(admin, getSubmission, { params })).toMatchObject({ status: 503 })
})

test('looking again within a minute is one look', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await reviewer(club)
  const mia = await club.member()
  const { id } = await insertSubmission(club, mia)
  const look = async () => {
    await club.call(admin, listSubmissions, { query: {} })
    await club.call(admin, getSubmission, { params: { submissionId: id } })
  }
  await Promise.all([look(), look(), look()])
  club.clock.advance({ minutes: 1 })
  await look()
  const list = { action: 'admin_list_viewed', actorId: admin.userId, subjectId: null, details: {} }
  const opened = {
    action: 'submission_opened',
    actorId: admin.userId,
    subjectId: mia.userId,
    details: { submission: id },
  }
  const written = await tracesOf(club)
  expect(written).toHaveLength(4)
  expect(written).toEqual(expect.arrayContaining([list, opened]))
})

test('a submission whose account is gone can be put aside, and verifies nobody', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await reviewer(club)
  const mia = await club.member()
  const { id } = await insertSubmission(club, mia)
  await club.db.run(sql`delete from users where id = ${mia.userId}`)
  const got = await club.call(admin, getSubmission, { params: { submissionId: id } })
  expect(got).toMatchObject({
    answer: { username: null, birthdate: null, age: null, sides: [], isOwn: false },
  })
  expect(await decide(club, admin, id, approval)).toMatchObject({ code: 'PGRST116' })
  expect(await decide(club, admin, id, rejection)).toMatchObject({ answer: { username: null } })
  expect(await club.mails()).toEqual([])
})

test.each([
  [null, approval, 'Neuigkeiten zu Ihrem Konto'],
  ['mul', rejection, 'Neuigkeiten zu Ihrem Konto'],
  ['de', approval, 'Neuigkeiten zu Ihrem Konto'],
  ['en', rejection, 'News about your account'],
] as const)('a member who reads in %s is told of news, and not of which', async (...given) => {
  const [language, decision, subject] = given
  await using club = await openClub({ now: NOW })
  const admin = await reviewer(club)
  const mia = await club.member()
  await club.db.run(sql`update users set language = ${language} where id = ${mia.userId}`)
  const { id } = await insertSubmission(club, mia)
  await decide(club, admin, id, decision)
  const [mail, ...more] = await club.mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: mia.email, subject })
  const words = mail!.subject + mail!.text.replace(`${club.config.publicUrl}/verify`, '')
  expect(words).not.toMatch(
    /verifi|ausweis|dokument|\bid\b|genehm|abge?lehn|reject|approv|unscharf/i,
  )
  for (const secret of [id, mia.username, admin.username, '1990'])
    expect(words).not.toContain(secret)
})

test('no answer to a reviewer has a path, a key or an address, and the list no birthdate', async () => {
  await using club = await openClub({ now: NOW })
  const { email } = await club.member({ isAdmin: true, email: 'canary-admin@example.org' })
  const loggedIn = await club.call(null, logIn, { body: { email, password: PASSWORD } })
  const { userId } = (await club.db.row<{ userId: string }>(
    sql`select id as user_id from users where email = ${email}`,
  ))!
  const admin = { userId, cookie: loggedIn.headers.getSetCookie()[0]!.split(';')[0]! }
  const mia = await club.member({ email: 'canary-member@example.org' })
  const { id } = await insertSubmission(club, mia)
  const params = { submissionId: id }
  const list = await club.call(admin, listSubmissions, { query: {} })
  const answers = [
    list,
    await club.call(admin, openImage, { params, body: { side: 'front' } }),
    await decide(club, admin, id, approval),
    await club.call(admin, listSubmissions, { query: { filter: 'queue' } }),
  ]
  for (const { ok } of answers) expect(ok).toBe(true)
  const keys = await club.db.rows<{ hex: string; text: string }>(
    sql`select encode(wrapped, 'hex') as hex, encode(wrapped, 'base64') as text from id_file_keys`,
  )
  const secrets = ['canary', ...keys.flatMap(({ hex, text }) => [hex, text])]
  expect(keys).toHaveLength(3)
  const whole = JSON.stringify([...answers, await club.call(admin, getSubmission, { params })])
  for (const secret of secrets) expect(whole).not.toContain(secret)
  expect(JSON.stringify(answers)).not.toContain('1990')
  expect(JSON.stringify(list)).not.toContain('/api/')
})

/** So many members with a submission each, ten at a moment; every other one waits. */
async function fill(club: Club, count: number): Promise<void> {
  await club.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into users (id, email, password_hash, created_at)
      select gen_random_uuid(), 'many' || n || '@example.org', 'x', ${NOW}::timestamptz
      from generate_series(1, ${count}::int) n`)
    await tx.run(sql`
      insert into profiles (id, username, username_key, birthdate)
      select id, email, email, '1990-04-01' from users where email like 'many%'`)
    await tx.run(sql`
      insert into verification_submissions
        (id, user_id, status, created_at, consent, consented_at, review_note, decided_at)
      select gen_random_uuid(), id, case when n % 2 = 0 then 'pending' else 'rejected' end, at, 'x', at,
        case when n % 2 = 1 then 'no' end, case when n % 2 = 1 then at end
      from (select id, n, ${NOW}::timestamptz - make_interval(mins => 1 + n::int / 10) as at
        from (select id, row_number() over () as n from users where email like 'many%') one) all_`)
  })
}
