import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fileKeyRing } from './keyring.ts'
import { FolderStore } from '#server/platform/files/folderStore.ts'
import { Vault } from './vault.ts'

const NOW = new Date('2026-05-04T20:00:00Z')
const passport = Buffer.from('\xff\xd8\xff\xe0 the passport of Mia Musterfrau', 'latin1')
const selfie = Buffer.from('\xff\xd8\xff\xe0 the face of Mia Musterfrau', 'latin1')
const front = { userId: 'mia', submissionId: 'one', side: 'front' }
const face = { userId: 'mia', submissionId: 'one', side: 'selfie' }

async function openVault() {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-vault-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const files = new FolderStore(dataDir, 'id-uploads')
  const keys = fileKeyRing(join(dataDir, 'keys', 'kek'))
  return { dataDir, files, keys, vault: new Vault(files, keys) }
}

test('what is put in comes out again for whom it belongs to, and lies there sealed', async () => {
  const { vault, files } = await openVault()
  const key = await vault.put('mia/front_1', passport, front, NOW)
  expect(await vault.get('mia/front_1', key, front)).toEqual(passport)
  const raw = await files.get('mia/front_1')
  expect(raw?.includes(Buffer.from('Musterfrau'))).toBe(false)
  expect(raw?.subarray(0, 3)).not.toEqual(passport.subarray(0, 3))
})

test('every file has a key of its own', async () => {
  const { vault } = await openVault()
  await vault.put('mia/front_1', passport, front, NOW)
  const other = await vault.put('mia/front_2', passport, front, NOW)
  await expect(vault.get('mia/front_1', other, front)).rejects.toThrow()
})

test('of two files that were swapped neither opens', async () => {
  const { vault, files } = await openVault()
  const one = await vault.put('mia/front_1', passport, front, NOW)
  const two = await vault.put('mia/selfie_1', selfie, face, NOW)
  const [a, b] = [await files.get('mia/front_1'), await files.get('mia/selfie_1')]
  await files.put('mia/front_1', b!)
  await files.put('mia/selfie_1', a!)
  await expect(vault.get('mia/front_1', one, front)).rejects.toThrow()
  await expect(vault.get('mia/selfie_1', two, face)).rejects.toThrow()
  // not even with the keys swapped along
  await expect(vault.get('mia/front_1', two, front)).rejects.toThrow()
  await expect(vault.get('mia/selfie_1', one, face)).rejects.toThrow()
})

test.each([
  ['another side', { ...front, side: 'back' }],
  ['another submission', { ...front, submissionId: 'two' }],
  ['another member', { ...front, userId: 'ben' }],
  [
    'a member and a submission that read the same',
    { ...front, userId: 'mi', submissionId: 'aone' },
  ],
])('a file opens for nothing but its own place, not for %s', async (_, of) => {
  const { vault } = await openVault()
  const key = await vault.put('mia/front_1', passport, front, NOW)
  await expect(vault.get('mia/front_1', key, of)).rejects.toThrow()
})

test('a file of which any bit was turned over, or a piece is missing, does not open', async () => {
  const { vault, files } = await openVault()
  const key = await vault.put('mia/front_1', passport, front, NOW)
  const raw = (await files.get('mia/front_1'))!
  for (let at = 0; at < raw.length; at += 1) {
    const changed = Buffer.from(raw)
    changed[at] = changed[at]! ^ (1 << (at % 8))
    await files.put('mia/front_1', changed)
    await expect(vault.get('mia/front_1', key, front)).rejects.toThrow()
  }
  for (const length of [0, 1, 12, 28, raw.length - 1]) {
    await files.put('mia/front_1', raw.subarray(0, length))
    await expect(vault.get('mia/front_1', key, front)).rejects.toThrow()
  }
})

test('a key wrapped anew opens the same file, with the key of the new month alone', async () => {
  const { vault, keys } = await openVault()
  const may = await vault.put('mia/front_1', passport, front, NOW)
  const june = await vault.rewrap(may, new Date('2026-06-01T00:00:00Z'))
  expect(june.epoch).toBe('2026-06')
  await keys.destroy('2026-05')
  expect(await vault.get('mia/front_1', june, front)).toEqual(passport)
  await expect(vault.get('mia/front_1', may, front)).rejects.toThrow()
})

test('the disk with the wrapped keys, but without the keys of the months, opens nothing', async () => {
  const { vault, dataDir } = await openVault()
  const wrapped = await vault.put('mia/front_1', passport, front, NOW)
  const stolen = await mkdtemp(join(tmpdir(), 'club-stolen-'))
  onTestFinished(() => rm(stolen, { recursive: true, force: true }))
  await cp(join(dataDir, 'files'), join(stolen, 'files'), { recursive: true })
  const thief = new Vault(
    new FolderStore(stolen, 'id-uploads'),
    fileKeyRing(join(stolen, 'keys', 'kek')),
  )
  await expect(thief.get('mia/front_1', wrapped, front)).rejects.toThrow('no longer exists')
  // nor with a key somebody made up
  await thief.put('mia/front_2', passport, front, NOW)
  expect(await readdir(join(stolen, 'keys'))).toEqual(['kek.2026-05'])
  await expect(thief.get('mia/front_1', wrapped, front)).rejects.toThrow()
})

test('a key file that was cut short is an error and no key', async () => {
  const { vault, dataDir } = await openVault()
  const wrapped = await vault.put('mia/front_1', passport, front, NOW)
  const path = join(dataDir, 'keys', 'kek.2026-05')
  await writeFile(path, (await readFile(path)).subarray(0, 16))
  await expect(vault.get('mia/front_1', wrapped, front)).rejects.toThrow()
})
