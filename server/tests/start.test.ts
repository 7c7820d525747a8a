import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { folder, start, refused, postgresPid, isAlive } from '#testing/club/starting.ts'

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

test('a wrong setting is said in one sentence', async () => {
  expect(await refused({ DISCREET: 'maybe' })).toBe('DISCREET must be "on" or "off", not "maybe".')
})
