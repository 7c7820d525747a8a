import { createHash } from 'node:crypto'
import pino from 'pino'
import { expect, test } from 'vitest'
import { appealStatement, decideAppeal } from '#contract/moderation/appeals.ts'
import { getCase, openOwnCase } from '#contract/moderation/cases.ts'
import { createReport, getReport, type ReportTarget } from '#contract/moderation/reports.ts'
import { blockMember } from '#contract/members/blocks.ts'
import { deleteTableMessage, editTableMessage } from '#contract/tables/messages.ts'
import { clearTable, setForgetting } from '#contract/tables/tables.ts'
import { keepRetention } from '#server/features/privacy/retention/retention.service.ts'
import { sweepTables } from '#server/features/tables/tables.sweep.ts'
import { routes } from '#server/routes.ts'
import { sql } from '#server/platform/database/database.ts'
import { Canaries, inDatabase, inFiles } from '#testing/authorisation/canaries.ts'
import type { Club, TestMember } from '#testing/club/club.ts'
import {
  fetchTables,
  openTableForTwo,
  readWords,
  rise,
  say,
  trySaying,
} from '#testing/fixtures/tables.ts'
import {
  aReport,
  decide,
  GROUNDS,
  postDecision,
  queue,
  readFileAtDesk,
  readStatements,
  reportTarget,
} from '#testing/moderation/cases.ts'
import { lounge } from '#testing/fixtures/lounge.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'
import { uuid } from '#testing/random.ts'

const NOW = '2026-05-04T20:00:00.000Z'
const codeOf = (answer: { ok: boolean; code?: string }) =>
  answer.ok ? 'ok' : (answer.code ?? 'none')
const message = (id: string): ReportTarget => ({ kind: 'message', id })

/** Mia and Ben at a table, and staff beside it. */
async function openScene(options: Parameters<typeof openTableForTwo>[0] = {}) {
  const opened = await openTableForTwo({ now: NOW, ...options })
  const { club, mia, ben, tableId } = opened
  const moderator = await club.member({ isModerator: true })
  const admin = await club.member({ isAdmin: true })
  const send = (who: { cookie: string }, id: string) =>
    club.call(who, createReport, { body: aReport(message(id)) })
  /** Ben says something, Mia reports it; answers the file of its case. */
  const reported = async (text = 'you are awful') => {
    const { id } = await say(club, ben, tableId, text)
    await reportTarget(club, mia, message(id))
    const [line] = await queue(club, moderator)
    return { id, file: await readFileAtDesk(club, moderator, line!.id) }
  }
  const dispose = () => opened[Symbol.asyncDispose]()
  return { ...opened, moderator, admin, send, reported, [Symbol.asyncDispose]: dispose }
}

/** The words of a case, in the order in which they were said around the first of its evidence. */
const frozen = ({ evidence }: { evidence: { text: string | null; context: object[] }[] }) =>
  evidence.map(({ text, context }) => ({
    text,
    context: context.map((one) => (one as { text: string }).text),
  }))

test('what the other said is frozen with five before and five after, and nothing else of the table', async () => {
  await using scene = await openScene()
  const { club, mia, ben, tableId, moderator } = scene
  const said = []
  for (let count = 1; count <= 14; count += 1) {
    said.push(await say(club, count % 2 ? mia : ben, tableId, `word ${count}`))
    club.clock.advance({ seconds: 1 })
  }
  const { id } = said[7]!
  const { number, ...report } = await reportTarget(club, mia, message(id.toUpperCase()))
  expect(report).toMatchObject({ targetKind: 'message', text: 'word 8', state: 'received' })
  const [line] = await queue(club, moderator)
  // the list tells nothing of it
  expect(line).toMatchObject({
    username: 'Ben',
    targets: ['message'],
    words: null,
    room: null,
  })
  const file = await readFileAtDesk(club, moderator, line!.id)
  expect(file.evidence).toMatchObject([
    { kind: 'message', author: 'Ben', text: 'word 8', room: null, isGone: false },
  ])
  const { context, createdAt } = file.evidence[0]!
  expect(createdAt).toBe('2026-05-04T20:00:07.000Z')
  expect(context.map(({ text }) => text)).toEqual(
    [3, 4, 5, 6, 7, 9, 10, 11, 12, 13].map((count) => `word ${count}`),
  )
  expect(context[0]).toEqual({
    author: 'Mia',
    text: 'word 3',
    createdAt: '2026-05-04T20:00:02.000Z',
    isQuoted: false,
  })
  // the reporter reads it again; nobody else does
  expect(await club.call(mia, getReport, { params: { number } })).toMatchObject({
    answer: { text: 'word 8' },
  })
  expect(codeOf(await club.call(ben, getReport, { params: { number } }))).toBe('PGRST116')
})

test('where less was said, there is less, and what is answered is marked', async () => {
  await using scene = await openScene()
  const { club, mia, ben, tableId, moderator } = scene
  const first = await say(club, mia, tableId, 'first')
  const answer = await trySaying(club, ben, tableId, 'answer', { replyTo: first.id })
  if (!answer.ok) throw new Error(answer.code)
  await reportTarget(club, mia, message(answer.answer.id))
  const [line] = await queue(club, moderator)
  const { evidence } = await readFileAtDesk(club, moderator, line!.id)
  expect(evidence).toMatchObject([{ text: 'answer', context: [{ text: 'first', isQuoted: true }] }])
})

test('nobody beside the other of the two reports it, whatever their role, and staff open no case about it', async () => {
  await using scene = await openScene()
  const { club, mia, ben, eve, tableId, moderator, admin, send } = scene
  const { id } = await say(club, ben, tableId)
  for (const who of [eve, moderator, admin]) expect(codeOf(await send(who, id))).toBe('PGRST116')
  expect(codeOf(await send(ben, id))).toBe('own_case')
  expect(codeOf(await send(mia, uuid()))).toBe('PGRST116')
  const target = message(id) as never
  expect(await club.call(admin, openOwnCase, { body: { target } })).toMatchObject({ status: 400 })
  expect(await club.db.rows(sql`select from cases`)).toEqual([])
  expect(codeOf(await send(mia, id))).toBe('ok')
})

test('it can be reported once the table is over and the other blocked, as long as one has one’s copy', async () => {
  await using scene = await openScene()
  const { club, mia, ben, tableId, send } = scene
  const [one, other] = [await say(club, ben, tableId, 'one'), await say(club, ben, tableId, 'two')]
  await club.call(mia, blockMember, { params: { memberId: ben.userId } })
  expect(codeOf(await send(mia, one.id))).toBe('ok')
  expect((await club.call(mia, clearTable, { params: { tableId } })).ok).toBe(true)
  expect(codeOf(await send(mia, other.id))).toBe('PGRST116')
})

test('what was deleted or forgotten by then is not in it, and is not to be reported', async () => {
  await using scene = await openScene()
  const { club, mia, ben, tableId, moderator, send } = scene
  const old = await say(club, ben, tableId, 'old')
  for (const who of [mia, ben])
    await club.call(who, setForgetting, { params: { tableId }, body: { isWanted: true } })
  club.clock.advance({ hours: 25 })
  const [later, bens] = [await club.session(mia), { ...ben, ...(await club.session(ben)) }]
  const staff = { ...moderator, ...(await club.session(moderator)) }
  const deleted = await say(club, bens, tableId, 'deleted')
  const params = { tableId, messageId: deleted.id }
  expect((await club.call(bens, deleteTableMessage, { params })).ok).toBe(true)
  const { id } = await say(club, bens, tableId, 'awful')
  // not swept yet
  expect(await club.db.rows(sql`select from table_messages where id = ${old.id}`)).toHaveLength(1)
  for (const gone of [old, deleted]) expect(codeOf(await send(later, gone.id))).toBe('PGRST116')
  expect(codeOf(await send(later, id))).toBe('ok')
  const [line] = await queue(club, staff)
  expect(frozen(await readFileAtDesk(club, staff, line!.id))).toEqual([
    { text: 'awful', context: [] },
  ])
})

test('what was frozen outlives the words and the table, and goes with its case', async () => {
  await using scene = await openScene()
  const { club, mia, ben, tableId, moderator, reported } = scene
  await say(club, mia, tableId, 'before')
  const { id, file } = await reported()
  await club.call(ben, deleteTableMessage, { params: { tableId, messageId: id } })
  await rise(club, ben, tableId)
  for (const who of [mia, ben]) await club.call(who, clearTable, { params: { tableId } })
  club.clock.advance({ days: 31 })
  await sweepTables(club.app)
  expect(await club.db.rows(sql`select from tables`)).toEqual([])
  const staff = { ...moderator, ...(await club.session(moderator)) }
  const atDesk = await readFileAtDesk(club, staff, file.id)
  expect(frozen(atDesk)).toEqual([{ text: 'you are awful', context: ['before'] }])
  expect(atDesk.evidence[0]!.isGone).toBe(true)
  const removes = [atDesk.evidence[0]!.id]
  const remove = { kind: 'remove' as const, grounds: GROUNDS, removes }
  expect(codeOf(await decide(club, staff, file.id, remove))).toBe('invalid_input')
  await postDecision(club, staff, file.id, { kind: 'warn', grounds: GROUNDS })
  club.clock.advance({ days: 366 })
  await keepRetention(club.app)
  expect(await club.db.rows(sql`select from cases`)).toEqual([])
  expect(await club.db.rows(sql`select from evidence`)).toEqual([])
  expect(await club.db.rows(sql`select from looks`)).toEqual([])
})

test('what says something else by now was never judged, and is not removed', async () => {
  await using scene = await openScene()
  const { club, ben, tableId, moderator, reported } = scene
  const { id, file } = await reported()
  club.clock.advance({ minutes: 1 })
  const params = { tableId, messageId: id }
  await club.call(ben, editTableMessage, { params, body: { text: 'sorry' } })
  const removes = [file.evidence[0]!.id]
  const remove = { kind: 'remove' as const, grounds: GROUNDS, removes }
  expect(codeOf(await decide(club, moderator, file.id, remove))).toBe('invalid_input')
})

/** The desk takes it away; answers the statement of reasons. */
async function takeAway(scene: Awaited<ReturnType<typeof openScene>>) {
  const { club, ben, moderator, reported } = scene
  const { id, file } = await reported()
  const removes = [file.evidence[0]!.id]
  await postDecision(club, moderator, file.id, { kind: 'remove', grounds: GROUNDS, removes })
  const [statement] = await readStatements(club, ben)
  return { id, file, statement: statement! }
}
async function objectWithSuccess(
  club: Club,
  who: TestMember,
  statementId: string,
  admin: TestMember,
) {
  const id = uuid()
  const body = { id, text: 'It was a quotation.' }
  await club.call(who, appealStatement, { params: { statementId }, body })
  const granted = await club.call(admin, decideAppeal, {
    params: { appealId: id },
    body: { isGranted: true, answer: 'So it was.' },
  })
  if (!granted.ok) throw new Error(granted.code)
}

test('a removal takes it from both; its author reads why, and gets it back where they were right', async () => {
  await using scene = await openScene()
  const { club, mia, ben, tableId, moderator, admin } = scene
  await say(club, mia, tableId, 'good evening')
  const tab = await club.follow(mia)
  await tab.next('ready')
  const { file, statement } = await takeAway(scene)
  expect(statement).toMatchObject({
    kind: 'removal',
    removed: { kind: 'message', text: 'you are awful' },
    source: 'report',
  })
  for (const who of [mia, ben])
    expect(await readWords(club, who, tableId)).toEqual(['good evening'])
  // a mail is read by others, too
  const mails = await club.mails()
  expect(mails.filter(({ to }) => to === ben.email)).toHaveLength(1)
  expect(mails.map(({ text }) => text).join()).not.toContain('awful')
  expect((await readFileAtDesk(club, moderator, file.id)).evidence[0]!.isGone).toBe(true)

  await objectWithSuccess(club, ben, statement.id, admin)
  for (const who of [mia, ben])
    expect(await readWords(club, who, tableId)).toEqual(['you are awful', 'good evening'])
  expect(await readStatements(club, ben)).toMatchObject([
    { restored: 'whole', removed: { kind: 'message', text: null } },
  ])
  expect((await readFileAtDesk(club, moderator, file.id)).evidence[0]!.isGone).toBe(false)
})

test('where the table has no place for it any more, the answer to an objection says so', async () => {
  await using scene = await openScene()
  const { club, mia, ben, tableId, admin } = scene
  const { statement } = await takeAway(scene)
  await rise(club, ben, tableId)
  for (const who of [mia, ben]) await club.call(who, clearTable, { params: { tableId } })
  await objectWithSuccess(club, ben, statement.id, admin)
  expect(await readStatements(club, ben)).toMatchObject([
    { restored: 'not_kept', removed: { kind: 'message', text: 'you are awful' } },
  ])
  const mail = (await club.mails()).find(({ to, text }) => to === ben.email && /table/.test(text))
  expect(mail?.text).toContain('the table it stood at no longer has it')
})

test('what was taken away is kept for as long as one may object', async () => {
  await using scene = await openScene()
  const { club, ben } = scene
  await takeAway(scene)
  club.clock.advance({ days: 190 })
  await keepRetention(club.app)
  const later = { ...ben, ...(await club.session(ben)) }
  expect(await readStatements(club, later)).toMatchObject([
    { removed: { kind: 'message', text: null } },
  ])
})

test('whose words are reported notices nothing of it', async () => {
  await using scene = await openScene()
  const { club, mia, ben, tableId, send } = scene
  const { id } = await say(club, ben, tableId)
  const before = await fetchTables(club, ben)
  const tab = await club.follow(ben)
  await tab.next('ready')
  expect(codeOf(await send(mia, id))).toBe('ok')
  await say(club, mia, tableId, 'and now?')
  await tab.next('message')
  expect(tab.events.map(({ type }) => type).filter((type) => type !== 'ready')).toEqual(['message'])
  expect(await fetchTables(club, ben)).toMatchObject([
    { ...before[0], latest: 2, unread: 1, isMyTurn: true, last: { text: 'and now?' } },
  ])
  expect((await club.mails()).filter(({ to }) => to === ben.email)).toEqual([])
})

test('no word of a table stands in the database, a file or a log, however it was reported and decided', async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
  await using scene = await openScene({ log })
  const { club, mia, ben, tableId, moderator, admin, reported } = scene
  const canaries = new Canaries()
  const nowhere = async () => {
    expect(await inDatabase(club, canaries)).toEqual({})
    expect(canaries.in(lines.join('\n'))).toEqual([])
  }
  await say(club, mia, tableId, canaries.word('before'))
  const { file } = await reported(canaries.word('reported'))
  expect(frozen(file)).toEqual([
    { text: canaries.word('reported'), context: [canaries.word('before')] },
  ])
  await nowhere()
  const removes = [file.evidence[0]!.id]
  await postDecision(club, moderator, file.id, { kind: 'remove', grounds: GROUNDS, removes })
  await club.mails()
  await nowhere()
  const [statement] = await readStatements(club, ben)
  await objectWithSuccess(club, ben, statement!.id, admin)
  await club.mails()
  await nowhere()
  expect(await inFiles(club, canaries)).toEqual({})
  expect(lines.length).toBeGreaterThan(0)
})

test('the same message reported again is the same evidence, and its mark is made without its words', async () => {
  await using scene = await openScene()
  const { club, mia, ben, tableId, moderator, send } = scene
  const { id } = await say(club, ben, tableId, 'yes')
  for (let times = 0; times < 2; times += 1) expect(codeOf(await send(mia, id))).toBe('ok')
  const [line] = await queue(club, moderator)
  const file = await club.call(moderator, getCase, { params: { caseId: line!.id } })
  expect(file).toMatchObject({ answer: { reports: 2, evidence: [{ text: 'yes' }] } })
  const stored = await club.db.rows<{ hash: Buffer }>(
    sql`select content_hash as hash from evidence where source_id = ${id}`,
  )
  // a thief of the database could try words against it otherwise
  const guess = JSON.stringify(['message', id, 'Ben', 'yes', null])
  expect(stored).toHaveLength(1)
  expect(stored[0]!.hash.equals(createHash('sha256').update(guess).digest())).toBe(false)
})

test('no call answers anybody else with words of a table that nobody reported, whatever their role', async () => {
  await using scene = await openScene({ config: { limitsFactor: 1000 } })
  const { club, mia, ben, eve, tableId, moderator, admin } = scene
  const canaries = new Canaries()
  const { id } = await say(club, ben, tableId, canaries.word('said'))
  await say(club, mia, tableId, canaries.word('answered'))
  await proveSession(club, admin)
  const ids: Record<string, string> = {
    tableId,
    messageId: id,
    memberId: ben.userId,
    userId: ben.userId,
    slug: lounge.slug,
  }
  // all that is read, with the table's own ids wherever one is asked for
  const reads = routes
    .map(({ call }) => call)
    .filter((call) => !('event' in call) && (!('method' in call) || call.method === 'GET'))
    .map(({ path }) => path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? id))
  expect(reads.length).toBeGreaterThan(80)
  const read = async (path: string, { cookie }: { cookie: string }) =>
    (await fetch(club.url + path, { headers: { cookie }, redirect: 'manual' })).text()
  // the two themselves find them by such calls
  expect(canaries.in(await read(`/api/tables/${tableId}/messages`, mia)).sort()).toEqual(
    canaries.names,
  )
  for (const who of [eve, moderator, admin])
    for (const path of reads) expect(canaries.in(await read(path, who)), path).toEqual([])
})
