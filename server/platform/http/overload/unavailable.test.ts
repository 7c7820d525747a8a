import dns from 'node:dns'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase, sql } from '#server/platform/database/database.ts'
import { findCluster } from '#testing/club/database/cluster.ts'
import { isUnavailable, whatToDo } from './unavailable.ts'

async function failureAt(host: string): Promise<unknown> {
  const db = openDatabase(`postgres://club@${host}:1/club`)
  onTestFinished(() => db.end())
  return db.row(sql`select 1`).then(
    () => null,
    (error: unknown) => error,
  )
}

test.each(['127.0.0.1', 'nowhere.invalid'])(
  'a database that nobody finds at %s is away',
  async (host) => {
    expect(isUnavailable(await failureAt(host))).toBe(true)
  },
)

test.each([
  ['the password or the name is no good any more', (url: URL) => void (url.username = 'nobody')],
  ['the database is being put back', (url: URL) => void (url.pathname = '/nowhere')],
])('a database that lets nobody in is away: %s', async (_, change) => {
  const url = new URL(findCluster().url)
  change(url)
  const db = openDatabase(url.href)
  onTestFinished(() => db.end())
  const error = await db.row(sql`select 1`).catch((reason: unknown) => reason)
  expect(isUnavailable(error)).toBe(true)
  expect(whatToDo(error)?.words).toContain('DATABASE_URL')
})

test.each(['CERT_HAS_EXPIRED', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'])(
  'a database whose certificate is not good (%s) is away',
  (code) => {
    const error = Object.assign(new Error('certificate'), { code })
    expect(isUnavailable(error)).toBe(true)
    expect(whatToDo(error)?.words).toContain(code)
  },
)

test.each(['42501', '55000'])(
  'a database that refuses at its door (%s) is away, and what it refuses inside is a mistake',
  (code) => {
    const refused = (routine: string) => Object.assign(new Error('refused'), { code, routine })
    expect(isUnavailable(refused('CheckMyDatabase'))).toBe(true)
    expect(whatToDo(refused('CheckMyDatabase'))?.words).toContain('DATABASE_URL')
    expect(isUnavailable(refused('aclcheck_error'))).toBe(false)
    expect(whatToDo(refused('aclcheck_error'))).toBeNull()
  },
)

test('a database whose name stands for two addresses, none of which answers, is away', async () => {
  const both = [
    { address: '127.0.0.1', family: 4 },
    { address: '127.0.0.2', family: 4 },
  ]
  // as `localhost` is on most machines
  const lookup = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((
      _host: string,
      _options: unknown,
      found: (error: null, all: typeof both) => void,
    ) => found(null, both)) as never)
  onTestFinished(() => lookup.mockRestore())
  const error = await failureAt('localhost')
  expect(error).toBeInstanceOf(AggregateError)
  expect(isUnavailable(error)).toBe(true)
})

test('what is too large is a mistake, and a queue of notices that is full passes', () => {
  const tooLarge = (words: string) => Object.assign(new Error(words), { code: '54000' })
  expect(isUnavailable(tooLarge('index row size 9000 exceeds btree version 4 maximum'))).toBe(false)
  const full = tooLarge('too many notifications in the NOTIFY queue')
  expect(isUnavailable(full)).toBe(true)
  expect(whatToDo(full)).toMatchObject({ of: 'club' })
})

test('a mistake of ours is not taken for a database that is away', () => {
  expect(isUnavailable(new AggregateError([]))).toBe(false)
  expect(isUnavailable(new AggregateError([new TypeError('a mistake')]))).toBe(false)
})

const refusedWith = (code: string, more = {}) =>
  Object.assign(new Error('not now'), { code, ...more })

test.each(
  `08000 08001 08003 08004 08006 08P01 57P01 57P02 57P03 57P04 57P05 57014 53000 53100 53200
  53300 53400 25006 25P03 25P04 28P01 3D000 40001 40P01 55P03 58000 58030 58P01`.split(/\s+/),
)('what the database lacks for a while (%s) is worth another try', (code) => {
  expect(isUnavailable(refusedWith(code))).toBe(true)
})

test.each(
  `EADDRNOTAVAIL EAI_AGAIN EAI_FAIL ECONNABORTED ECONNREFUSED ECONNRESET EHOSTDOWN
  EHOSTUNREACH ENETDOWN ENETUNREACH ENOBUFS ENOTFOUND EPIPE ETIMEDOUT`.split(/\s+/),
)('a network that fails (%s) is worth another try, whatever was being done', (code) => {
  for (const syscall of ['connect', 'getaddrinfo', 'read', 'writev', undefined])
    expect(isUnavailable(refusedWith(code, { syscall }))).toBe(true)
  expect(isUnavailable(new TypeError('fetch failed', { cause: refusedWith(code) }))).toBe(true)
  expect(isUnavailable(new AggregateError([refusedWith(code)]))).toBe(true)
})

test.each(
  `ENOSPC EDQUOT EROFS EIO EMFILE ENFILE ENOMEM ENODEV ENXIO ESTALE EBUSY ENOTCONN EAGAIN
  EACCES EPERM`.split(/\s+/),
)('what the disk or the machine refuses for a while (%s) is worth another try', (code) => {
  for (const syscall of ['open', 'write', 'fsync', 'rename', 'mkdir', 'spawn'])
    expect(isUnavailable(refusedWith(code, { syscall }))).toBe(true)
})

test.each('ENOSPC EROFS EIO EACCES'.split(' '))('whoever runs the club is told of %s', (code) => {
  expect(whatToDo(refusedWith(code, { syscall: 'open' }))).toMatchObject({ of: 'files' })
})

test.each([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
  'There was an error establishing an SSL connection',
])('what the driver says of a line that is gone (%s) is worth another try', (words) => {
  expect(isUnavailable(new Error(words))).toBe(true)
})

test.each(
  `23505 23503 23514 22P02 42703 42P01 25P02 54000 XX000 ENOENT EEXIST EISDIR ENOTDIR EINVAL
  ERR_INVALID_ARG_TYPE`.split(/\s+/),
)('a mistake of ours (%s) is answered as one', (code) => {
  expect(isUnavailable(refusedWith(code, { syscall: 'open' }))).toBe(false)
  expect(isUnavailable(new Error('wrapped', { cause: refusedWith(code) }))).toBe(false)
})
