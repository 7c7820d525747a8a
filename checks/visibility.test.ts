import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { routes } from '#server/routes.ts'
import { readCalls } from '#testing/authorisation/seeing.ts'
import { code } from './sources.ts'

/** What the fields are called that say who somebody is. */
const NAMING =
  /^(username|userId|memberId|author|member|guest|inviter|reporter|names|people|writing|whom)$/

type Schema = {
  properties?: Record<string, Schema>
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  additionalProperties?: Schema | boolean
}

function namesSomebody({ properties = {}, ...schema }: Schema): boolean {
  const { anyOf = [], oneOf = [], items, additionalProperties: more } = schema
  const parts = [...anyOf, ...oneOf, ...(items ? [items] : []), ...Object.values(properties)]
  if (typeof more === 'object') parts.push(more)
  return Object.keys(properties).some((name) => NAMING.test(name)) || parts.some(namesSomebody)
}

/** Calls that name somebody and are no list of others, each with why. */
const ELSEWHERE: Record<string, string> = {
  'POST /api/auth/log-in': 'oneself',
  'POST /api/auth/sign-up': 'oneself',
  'POST /api/auth/passkey': 'oneself',
  'POST /api/auth/second-factor': 'oneself',
  'PUT /api/profile': 'oneself',
  'POST /api/invitations': 'one’s own, which nobody has come by yet',
  'POST /api/rooms/:slug/posts': 'one’s own post, as it stands in the page that is looked at',
  'PUT /api/rooms/:slug/posts/:postId': 'one’s own post',
  'POST /api/tables/:tableId/messages':
    'one’s own message, as it stands in the page that is looked at',
  'PUT /api/tables/:tableId/messages/:messageId': 'one’s own message',
  'POST /api/members/:memberId/table': 'as the list of one’s tables, which is looked at',
  'PUT /api/tables/:tableId/forgetting': 'as the list of one’s tables, which is looked at',
  'GET /api/blocks': 'what one may know of whom one blocked (safety.test.ts)',
  'GET /api/live': 'the streams that the property listens to',
}

test('every answer of the contract that names other members is looked at by the property of sight', () => {
  const naming = routes.flatMap(({ call }) => {
    if (call.access === 'moderator' || call.access === 'admin') return []
    const answer = 'response' in call ? call.response : 'event' in call ? call.event : null
    const schema = answer && z.toJSONSchema(answer, { io: 'output', unrepresentable: 'any' })
    const method = 'method' in call ? call.method : 'GET'
    return schema && namesSomebody(schema as Schema) ? [`${method} ${call.path}`] : []
  })
  const seen = readCalls.map(({ method, path }) => `${method} ${path}`)
  expect(naming.length).toBeGreaterThan(15)
  expect(naming.filter((one) => !seen.includes(one) && !(one in ELSEWHERE))).toEqual([])
  // what is excused is there, and not both
  expect(
    Object.keys(ELSEWHERE).filter((one) => !naming.includes(one) || seen.includes(one)),
  ).toEqual([])
})

/** What may read what was said at tables, beside the feature: the copy of one's own data, what watches how long it stays, and the demo, which writes what nobody said. */
const READERS = [
  'server/cli/demo/demo.tables.queries.ts',
  'server/features/privacy/register/register.tables.ts',
  'server/features/privacy/retention/retention.rules.ts',
]

test('nothing but the tables themselves reads what was said there', () => {
  const reading = code
    .map(({ path }) => path)
    .filter((path) => path.startsWith('server/') && !path.endsWith('.test.ts'))
    .filter((path) => readFileSync(path, 'utf8').includes('table_messages'))
  expect(reading.filter((path) => !path.startsWith('server/features/tables/')).sort()).toEqual(
    READERS,
  )
})

test('no call about tables asks for a role: nobody has a right to another’s table by what they are', () => {
  const calls = routes.map(({ call }) => call).filter(({ path }) => path.includes('/table'))
  expect(calls.length).toBeGreaterThan(10)
  expect(calls.filter(({ access }) => access !== 'member')).toEqual([])
})

/** Who asks the tables for words: what is streamed to the two, the copy of one's data, and a report. */
const DOORS: Record<string, string[]> = {
  readReported: ['server/features/moderation/reports/reports.service.ts'],
  readTableRange: ['server/features/live/live.feeds.ts'],
  openStored: ['server/features/privacy/export/export.reading.ts'],
}

test('words leave a table by the doors that are named here, and only a report has them for others', () => {
  const others = code
    .map(({ path }) => path)
    .filter((path) => path.startsWith('server/') && !path.endsWith('.test.ts'))
    .filter((path) => !path.startsWith('server/features/tables/'))
  for (const [door, readers] of Object.entries(DOORS))
    expect(
      others.filter((path) => new RegExp(`\\b${door}\\b`).test(readFileSync(path, 'utf8'))).sort(),
      door,
    ).toEqual(readers)
})

test('opening evidence is preceded by noting the look', () => {
  const opening = code
    .map(({ path }) => path)
    .filter((path) => path.startsWith('server/') && !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
    .filter(({ text }) => /\basEvidence\(app, (?!evidence)|=> asEvidence\(/.test(text))
  expect(opening.map(({ path }) => path).sort()).toEqual([
    'server/features/moderation/cases/cases.service.ts',
    'server/features/moderation/cases/handovers.service.ts',
  ])
  expect(opening.filter(({ text }) => !text.includes('await noteLook('))).toEqual([])
})
