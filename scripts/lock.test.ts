import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { now } from '#testing/random.ts'
import { until } from '#testing/until.ts'
import { withLock } from './lock.js'

async function lockFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'club-lock-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'lock')
}

test('what is locked is done one after the other', async () => {
  const file = await lockFile()
  const waiting = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  let inside = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, (inside += 1))
    // the other two have found it locked
    await until(() => waiting.mock.calls.length === 2)
    inside -= 1
  }
  await Promise.all([1, 2, 3].map(() => withLock(file, work)))
  expect(most).toBe(1)
  expect(await readdir(join(file, '..'))).toEqual([])
})

test('a lock whose holder was killed is taken over at once', async () => {
  const file = await lockFile()
  await writeFile(file, '999999999')
  expect(await withLock(file, async () => 'done')).toBe('done')
})

test('a lock whose number belongs to another program now is taken over when it has grown old', async () => {
  const file = await lockFile()
  await writeFile(file, String(process.pid))
  const old = new Date(now().getTime() - 60_000)
  await utimes(file, old, old)
  expect(await withLock(file, async () => 'done')).toBe('done')
})

test('a holder that slept keeps the lock, and others wait meanwhile', async () => {
  const file = await lockFile()
  const old = new Date(now().getTime() - 60_000)
  const order: string[] = []
  const { promise: isDone, resolve: finish } = Promise.withResolvers<void>()
  const first = withLock(file, async () => {
    // as after a laptop was closed: nothing was written for a minute, and nobody is gone
    await utimes(file, old, old)
    await isDone
    order.push('first')
  })
  const second = withLock(file, async () => void order.push('second'))
  await expect.poll(async () => (await stat(file)).mtime > old).toBe(true)
  finish()
  await Promise.all([first, second])
  expect(order).toEqual(['first', 'second'])
})

test('a lock that was lost is not taken from its new holder', async () => {
  const file = await lockFile()
  await withLock(file, async () => {
    await rm(file)
    await writeFile(file, '999999999')
  })
  expect(await readFile(file, 'utf8')).toBe('999999999')
})

test('a lock is given back when the work fails', async () => {
  const file = await lockFile()
  await expect(withLock(file, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await withLock(file, async () => 'done')).toBe('done')
})
