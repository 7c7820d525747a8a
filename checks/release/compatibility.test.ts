import { expect, test } from 'vitest'
import { describeApi } from '#server/platform/http/openapi.ts'
import { routes } from '#server/routes.ts'
import { readReleased } from '#testing/released/contract.ts'
import { listBreaks, type Call, type Description } from './compatibility.calls.ts'

/** By its sentence, why a page of the last release can do with it. Emptied with each release. */
const ALLOWED: Record<string, string> = {}

const released = (await readReleased()) as Description

test('a page of the last release works at a server of this one, but for what is allowed here', async () => {
  const now = (await describeApi(routes, 'Parlour')) as Description
  const breaks = listBreaks(released, now)
  expect(breaks.filter((one) => !(one in ALLOWED))).toEqual([])
  expect(Object.keys(ALLOWED).filter((one) => !breaks.includes(one))).toEqual([])
})

/** The released contract with one change in it. */
function plant(change: (description: Description) => void): string[] {
  const changed = structuredClone(released)
  change(changed)
  return listBreaks(released, changed)
}

const jsonOf = (part: { content?: Call['responses'][string]['content'] } | undefined) =>
  part!.content!['application/json']!.schema
const answerOf = (call: Call | undefined) => jsonOf(call!.responses['200'])
const rooms = ({ paths }: Description) => paths['/api/rooms']!['get']
const posting = ({ paths }: Description) => paths['/api/rooms/{slug}/posts']!['post']
const session = ({ paths }: Description) => paths['/api/auth/session']!['get']
const events = ({ paths }: Description) =>
  paths['/api/live']!['get']!.responses['200']!.content!['text/event-stream']!.schema.oneOf!

test('the released contract breaks nothing of itself', () => {
  expect(plant(() => {})).toEqual([])
})

test.each<[string, (description: Description) => void, string]>([
  ['a call', ({ paths }) => delete paths['/api/rooms']!['get'], 'GET /api/rooms is gone.'],
  [
    'a field of an answer',
    (all) => {
      const schema = answerOf(session(all))
      delete schema.properties!['recovery']
      schema.required = schema.required!.filter((name) => name !== 'recovery')
    },
    'GET /api/auth/session: in the answer, “recovery” is missing.',
  ],
  [
    'a field that need not come',
    (all) => {
      const schema = answerOf(session(all))
      schema.required = schema.required!.filter((name) => name !== 'recovery')
    },
    'GET /api/auth/session: in the answer, “recovery” may be missing.',
  ],
  [
    'another type',
    (all) => (answerOf(session(all)).properties!['refreshed'] = { type: 'string' }),
    'GET /api/auth/session: in the answer, “refreshed” may be string.',
  ],
  [
    'nothing where there was something',
    (all) =>
      (answerOf(session(all)).properties!['refreshed'] = {
        anyOf: [{ type: 'boolean' }, { type: 'null' }],
      }),
    'GET /api/auth/session: in the answer, “refreshed” may be null.',
  ],
  [
    'a value nobody knows',
    (all) =>
      answerOf(session(all)).properties!['club']!.properties!['admission']!.enum!.push('lottery'),
    'GET /api/auth/session: in the answer, “club.admission” may be "lottery".',
  ],
  [
    'an input that has to be given',
    (all) => {
      const schema = jsonOf(posting(all)!.requestBody)
      schema.properties!['mood'] = { type: 'string' }
      schema.required!.push('mood')
    },
    'POST /api/rooms/{slug}/posts: of what is sent, “mood” is missing.',
  ],
  [
    'a bound',
    (all) =>
      (jsonOf(posting(all)!.requestBody).properties!['text'] = { type: 'string', maxLength: 9 }),
    'POST /api/rooms/{slug}/posts: of what is sent, less is allowed for “text”.',
  ],
  [
    'a parameter',
    (all) =>
      rooms(all)!.parameters!.push({
        name: 'city',
        in: 'query',
        required: true,
        schema: { type: 'string' },
      }),
    'GET /api/rooms: of what is sent, “city” has to be given.',
  ],
  [
    'a door',
    (all) => (rooms(all)!['x-access'] = 'moderator'),
    'GET /api/rooms: it is for moderator alone, and was for member.',
  ],
  [
    'a refusal',
    (all) => {
      all.components.responses['new'] = {
        content: {
          'application/json': { schema: { properties: { code: { enum: ['too_tired'] } } } },
        },
      }
      rooms(all)!.responses['418'] = { $ref: '#/components/responses/new' }
    },
    'GET /api/rooms: it may be refused with “too_tired”, for which a page of the release has no words.',
  ],
  [
    'an event',
    (all) => void events(all).shift(),
    'GET /api/live: in the answer, the event “ready” is gone.',
  ],
  [
    'a part of an event',
    (all) => (events(all)[0]!.properties!['userId'] = { type: 'integer' }),
    'GET /api/live: in the answer, of the event “ready”, “userId” may be integer.',
  ],
])('a change of %s is said in one sentence', (_, change, said) => {
  expect(plant(change)).toEqual([said])
})

test('what is only more is no break: calls, fields, events, input that may be given', () => {
  const breaks = plant((all) => {
    all.paths['/api/new'] = { get: structuredClone(rooms(all)!) }
    answerOf(session(all)).properties!['mood'] = { type: 'string' }
    jsonOf(posting(all)!.requestBody).properties!['mood'] = { type: 'string' }
    events(all).push({ type: 'object', properties: { type: { const: 'new' } }, required: ['type'] })
  })
  expect(breaks).toEqual([])
})
