import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operator } from '#server/testing/operator.ts'
import { folder, start, refused, postgresPid, isAlive } from '#server/testing/starting.ts'

test('it opens, says where, is healthy, refuses a second start, and on SIGTERM closes without leaving a process', async () => {
  const DATA_DIR = await folder()
  const club = start({ DATA_DIR })
  const url = await club.url()
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(await (await fetch(`${url}/api/auth/session`)).json()).toMatchObject({ session: null })
  expect(await refused({ DATA_DIR })).toContain(`Another server already runs on ${DATA_DIR}`)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const pid = await postgresPid(DATA_DIR)

  club.child.kill('SIGTERM')
  expect(await club.over).toBe(0)
  expect(isAlive(pid)).toBe(false)
})

test('a taken port is said in one sentence, before anything is made', async () => {
  const DATA_DIR = await folder()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const PORT = String((other.address() as AddressInfo).port)
  expect(await refused({ DATA_DIR, PORT })).toContain(`Port ${PORT} on 127.0.0.1 is already taken`)
  await expect(postgresPid(DATA_DIR)).rejects.toThrow('ENOENT')
  other.close()
})

test('a folder that cannot be written is said in one sentence', async () => {
  const file = join(await folder(), 'in the way')
  await writeFile(file, '')
  expect(await refused({ DATA_DIR: join(file, 'data') })).toContain('cannot be written (ENOTDIR)')
})

test('a database that cannot be reached is said in one sentence, without its password', async () => {
  const DATABASE_URL = 'postgres://club:secret@127.0.0.1:1/club'
  const words = await refused({ DATA_DIR: await folder(), DATABASE_URL })
  expect(words).toContain('DATABASE_URL cannot be reached (127.0.0.1:1/club: ECONNREFUSED)')
  expect(words).not.toContain('secret')
})

test('a database whose address has a bare # in its password is said in one sentence, without it', async () => {
  const DATABASE_URL = 'postgres://club:sec#ret@127.0.0.1:1/club'
  const words = await refused({ DATA_DIR: await folder(), DATABASE_URL })
  expect(words).toBe(
    'DATABASE_URL cannot be read; in its password write # as %23, / as %2F and ? as %3F.',
  )
})

test('a wrong setting is said in one sentence', async () => {
  expect(await refused({ DISCREET: 'maybe' })).toBe('DISCREET must be "on" or "off", not "maybe".')
})

test('on https, whoever runs the club says who they are, or it does not open', async () => {
  const https = { PUBLIC_URL: 'https://club.example', ADMISSION: 'open', KEK_FILE: '/tmp/club.kek' }
  const { OPERATOR_PHONE: _, ...rest } = operator
  expect(await refused({ ...https, ...rest, OPERATOR_NAME: ' ', DATA_DIR: await folder() })).toBe(
    'PUBLIC_URL is https, so the law wants these of the operator, and they are not set: OPERATOR_NAME, OPERATOR_PHONE.',
  )
})
