import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './passwords.ts'
import { Refusal } from '#server/platform/process/refusal.ts'
import { Semaphore } from '#server/platform/process/semaphore.ts'

test('a server hashes with Argon2id, 19 MiB and two passes', () => {
  const script = `import { hashPassword } from '${import.meta.dirname}/passwords.ts'
    console.log(await hashPassword('correct horse battery'))`
  const hash = execFileSync(process.execPath, ['--input-type=module', '--eval', script])
  expect(hash.toString()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('sixteen at once are all answered; a crowd is told to come back', async () => {
  const stored = await hashPassword('correct horse battery')
  const sixteen = Array.from({ length: 16 }, () => isPassword(stored, 'correct horse battery'))
  expect(new Set(await Promise.all(sixteen))).toEqual(new Set([true]))

  const crowd = Array.from({ length: 100 }, () => isPassword(null, 'guess'))
  const outcomes = await Promise.allSettled(crowd)
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused.length).toBeGreaterThan(20)
  for (const reason of refused) {
    expect(reason).toBeInstanceOf(Refusal)
    expect(reason).toMatchObject({ code: 'unavailable' })
  }
  expect(await isPassword(null, 'guess')).toBe(false)
})

test('a turnstile lets so many through at a time, in order, whatever becomes of them', async () => {
  const turnstile = new Semaphore({ abreast: 2, waiting: 3 })
  let inside = 0
  const order: number[] = []
  const go = (n: number) =>
    turnstile.run(async () => {
      inside += 1
      expect(inside).toBeLessThanOrEqual(2)
      await nextTurn()
      inside -= 1
      order.push(n)
      if (n % 2) throw new Error('out')
    })
  const all = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(go))
  expect(all.map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'rejected',
  ])
  expect(order).toEqual([1, 2, 3, 4, 5])
  await go(8)
})

test('the threads that hash step back behind the one that answers', async () => {
  await hashPassword('correct horse battery')
  // only Linux has priorities by thread
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task') : []
  const isHelper = (thread: string) =>
    readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').startsWith('libuv-worker')
  const own = getPriority(process.pid)
  for (const thread of threads.filter(isHelper))
    expect(getPriority(Number(thread))).toBeGreaterThanOrEqual(Math.max(own, 5))
})
