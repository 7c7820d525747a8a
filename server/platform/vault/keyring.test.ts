import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { watchSyncs } from '#testing/club/syncing.ts'
import { keyMonth, fileKeyRing, newKey, seal, unseal } from './keyring.ts'

const MAY = new Date('2026-05-31T23:59:59Z')
const JUNE = new Date('2026-06-01T00:00:00Z')

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'club-keys-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'keys', 'kek')
}

test('a key is wrapped with the key of its month, which is made when it is first needed', async () => {
  const path = await openFolder()
  const ring = fileKeyRing(path)
  expect(await ring.epochs()).toEqual([])
  const key = newKey()
  const [may, june] = [await ring.wrap(key, MAY), await ring.wrap(key, JUNE)]
  expect([may.epoch, june.epoch]).toEqual(['2026-05', '2026-06'])
  expect(await ring.unwrap(may)).toEqual(key)
  expect(await ring.unwrap(june)).toEqual(key)
  expect(await ring.epochs()).toEqual(['2026-05', '2026-06'])
  expect(may.wrapped.includes(key)).toBe(false)

  expect(await readdir(join(path, '..'))).toEqual(['kek.2026-05', 'kek.2026-06'])
  expect((await stat(`${path}.2026-05`)).mode & 0o777).toBe(0o600)
  expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700)
})

test('what a new key wrapped opens after a power cut, too', async () => {
  const path = await openFolder()
  const kept = await watchSyncs(join(path, '..', '..'))
  await fileKeyRing(path).wrap(newKey(), MAY)
  expect(kept).toEqual({ '': ['keys'], keys: ['kek.2026-05'] })
})

test('the same key wrapped twice looks different, and other processes open it', async () => {
  const path = await openFolder()
  const key = newKey()
  const [one, two] = [
    await fileKeyRing(path).wrap(key, MAY),
    await fileKeyRing(path).wrap(key, MAY),
  ]
  expect(one.wrapped).not.toEqual(two.wrapped)
  expect(await fileKeyRing(path).unwrap(one)).toEqual(key)
  expect(await fileKeyRing(path).unwrap(two)).toEqual(key)
})

test('of many at the turn of the month one makes the key, and all use it', async () => {
  const path = await openFolder()
  const keys = Array.from({ length: 40 }, newKey)
  const wrapped = await Promise.all(keys.map((key) => fileKeyRing(path).wrap(key, JUNE)))
  const opened = await Promise.all(wrapped.map((one) => fileKeyRing(path).unwrap(one)))
  expect(opened).toEqual(keys)
  expect(await readdir(join(path, '..'))).toEqual(['kek.2026-06'])
})

test('what was wrapped in a month whose key was destroyed stays closed for ever', async () => {
  const path = await openFolder()
  const ring = fileKeyRing(path)
  const [may, june] = [await ring.wrap(newKey(), MAY), await ring.wrap(newKey(), JUNE)]
  await ring.destroy('2026-05')
  await ring.destroy('2026-05')
  await expect(ring.unwrap(may)).rejects.toThrow('2026-05 no longer exists')
  expect(await ring.unwrap(june)).toHaveLength(32)
  // a key made anew for that month opens nothing of before
  await ring.wrap(newKey(), MAY)
  await expect(ring.unwrap(may)).rejects.toThrow()
})

test('keys that cannot be read, or destroyed, are not taken for none', async () => {
  const path = await openFolder()
  const ring = fileKeyRing(path)
  await mkdir(`${path}.2026-05`, { recursive: true })
  await expect(ring.destroy('2026-05')).rejects.toMatchObject({ code: 'EISDIR' })
  await rm(join(path, '..'), { recursive: true })
  await writeFile(join(path, '..'), '')
  await expect(ring.epochs()).rejects.toMatchObject({ code: 'ENOTDIR' })
})

test('a wrapped key opens with no other month, and not with a bit turned over', async () => {
  const path = await openFolder()
  const ring = fileKeyRing(path)
  const may = await ring.wrap(newKey(), MAY)
  await ring.wrap(newKey(), JUNE)
  await expect(ring.unwrap({ ...may, epoch: '2026-06' })).rejects.toThrow()
  // the month is part of what is sealed, not only a name
  await writeFile(`${path}.2026-06`, await readFile(`${path}.2026-05`))
  await expect(ring.unwrap({ ...may, epoch: '2026-06' })).rejects.toThrow()
  for (let at = 0; at < may.wrapped.length; at += 1) {
    const changed = Buffer.from(may.wrapped)
    changed[at] = changed[at]! ^ 1
    await expect(ring.unwrap({ ...may, wrapped: changed })).rejects.toThrow()
  }
})

test('what else lies beside the keys is no month', async () => {
  const path = await openFolder()
  const ring = fileKeyRing(path)
  await ring.wrap(newKey(), MAY)
  for (const name of ['kek', 'kek.2026-5', 'kek.2026-05.abc.part', 'kek.backup', 'other.2026-04'])
    await writeFile(join(path, '..', name), '')
  expect(await ring.epochs()).toEqual(['2026-05'])
})

test('months are those of UTC, as everywhere on the server', () => {
  expect(keyMonth(MAY)).toBe('2026-05')
  expect(keyMonth(JUNE)).toBe('2026-06')
})

test('sealing hides, binds and shows every change', () => {
  const key = newKey()
  const [bytes, bound] = [Buffer.from('a passport'), Buffer.from('mia')]
  const sealed = seal(key, bytes, bound)
  expect(sealed.includes(bytes)).toBe(false)
  expect(unseal(key, sealed, bound)).toEqual(bytes)
  expect(() => unseal(key, sealed, Buffer.from('ben'))).toThrow()
  expect(() => unseal(newKey(), sealed, bound)).toThrow()
  expect(() => unseal(key, sealed.subarray(0, -1), bound)).toThrow()
  expect(() => unseal(key, Buffer.alloc(5), bound)).toThrow()
})
