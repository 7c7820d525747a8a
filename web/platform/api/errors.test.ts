import { beforeAll, expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { loadWords, say } from '#web/text/words.ts'
import { CallError, toCallError } from './call.ts'
import { errorMessage } from './errors.ts'

beforeAll(() => loadWords('en', ['errors', 'refusals', 'validation']))

/** What an English-speaking person reads. */
function told(failure: unknown): string {
  const message = errorMessage(failure)
  if ('words' in message) return message.words
  const values = 'values' in message ? message.values : {}
  const [words = ''] = say('en', message.ns, message.k, values)
  return words === message.k ? say('en', 'refusals', words).join('') : words
}

const EXISTS = 'This entry already exists. Please use a different value.'
const PERMISSION = 'You do not have permission to perform this action.'
const NETWORK = 'Network error. Please check your connection and try again.'
const INPUT = 'Invalid input. Please check your information and try again.'
const GENERAL = 'An error occurred. Please try again or contact support if the problem persists.'

test.each([
  ['23505', EXISTS],
  ['23503', 'Invalid reference to related data.'],
  ['23502', 'Required field is missing.'],
  ['42501', PERMISSION],
  ['42P01', 'The requested resource does not exist.'],
  ['PGRST116', 'No data found.'],
  ['PGRST301', 'Permission denied.'],
  ['invalid_credentials', 'Invalid email or password.'],
  ['email_exists', 'An account with this email already exists.'],
  ['weak_password', 'Password is too weak. Please use a stronger password.'],
  ['user_not_found', 'Account not found.'],
  ['FETCH_ERROR', NETWORK],
])('the code %s says "%s"', (code, expected) => {
  expect(told({ code, message: 'whatever else it says' })).toBe(expected)
})

test.each([
  ['duplicate key value', EXISTS],
  ['User already exists', EXISTS],
  ['permission missing', PERMISSION],
  ['Access denied', PERMISSION],
  ['Row not found', 'The requested item could not be found.'],
  ['Invalid token', INPUT],
  ['incorrect value', INPUT],
  ['Network timeout', NETWORK],
  ['Failed to fetch', NETWORK],
  ['something odd', GENERAL],
])('without a known code, "%s" says "%s"', (message, expected) => {
  expect(told({ message })).toBe(expected)
  expect(told({ code: 'XX000', message })).toBe(expected)
  expect(told(new Error(message))).toBe(expected)
  expect(told(message)).toBe(expected)
})

test('the first of a list of errors comes before code and content', () => {
  const list = [{ message: 'email_invalid' }, { message: 'bio_too_long' }]
  expect(told({ errors: list, code: '23505', message: 'duplicate' })).toBe('Invalid email address')
  expect(told({ errors: [{ message: 'Words as they came' }], code: '23505' })).toBe(
    'Words as they came',
  )
  expect(told({ errors: [], code: '23505' })).toBe(EXISTS)
})

test('the code comes before the content, and content fallbacks keep their order', () => {
  expect(told({ code: 'weak_password', message: 'network denied' })).toContain('too weak')
  expect(told({ message: 'duplicate, permission denied' })).toBe(EXISTS)
  expect(told({ message: 'permission: not found' })).toBe(PERMISSION)
})

test.each(Object.keys(errors).filter((code) => code !== 'unexpected'))(
  'the server’s code %s has words in the browser',
  (code) => {
    expect(told({ code }).length).toBeGreaterThan(10)
    expect(told({ code })).not.toBe(GENERAL)
  },
)

test('a failed call is read from the server’s answer', () => {
  expect(told(new CallError(null))).toBe(NETWORK)
  expect(told(new CallError({ code: 'email_exists' }))).toContain('already exists')
  const errors = [{ path: 'bio', message: 'bio_too_long' }]
  expect(told(new CallError({ code: 'invalid_input', errors }))).toBe(
    'Bio must be less than 140 characters',
  )
})

test.each([
  [500, {}, GENERAL],
  [502, undefined, GENERAL],
  [500, { code: 42, message: { text: 'denied' }, errors: 'no' }, GENERAL],
  [409, { code: '23505', message: 'duplicate key' }, EXISTS],
  [400, { code: '23502', message: 'null value in column' }, 'Required field is missing.'],
  [409, { code: '23503' }, 'Invalid reference to related data.'],
  [404, { code: '42P01' }, 'The requested resource does not exist.'],
  [401, { code: 'PGRST301' }, 'Permission denied.'],
  [404, { code: 'user_not_found' }, 'Account not found.'],
  [404, { message: 'Row not found' }, 'The requested item could not be found.'],
  [403, { code: 'XX', message: 'Access denied' }, PERMISSION],
  [422, { errors: [{}, { message: 'In their words' }] }, 'In their words'],
  // a hotel's log-in page, which says that all went well
  [200, undefined, NETWORK],
])('an answer that is not the club’s own (%s, %j) says "%s"', (status, said, expected) => {
  expect(told(toCallError(status, said))).toBe(expected)
})

test('too many attempts say how many minutes to wait, or hours', () => {
  const after = (retryAfter: number) =>
    told(new CallError({ code: 'too_many_attempts', retryAfter }))
  expect(after(20)).toBe('Please wait one minute before trying again.')
  expect(after(61)).toBe('Please wait 2 minutes before trying again.')
  expect(after(59 * 60)).toBe('Please wait 59 minutes before trying again.')
  expect(after(59 * 60 + 1)).toBe('Please wait an hour.')
  expect(after(61 * 60)).toBe('Please wait 2 hours.')
  expect(after(86_000)).toBe('Please wait 24 hours.')
})

test('whatever is thrown, there are words', () => {
  for (const odd of [undefined, null, 7, {}, [], { code: 'toString' }])
    expect(told(odd)).toBe(GENERAL)
})
