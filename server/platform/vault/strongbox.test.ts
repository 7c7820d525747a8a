import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fileKeyRing, makeKey } from './keyring.ts'
import { openStrongbox } from './strongbox.ts'

const SECRET = Buffer.from('a small secret of the club')

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'club-strongbox-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'keys', 'kek')
  await makeKey(`${path}.lasting`)
  return path
}

test('what is sealed opens in every process, for its owner and its use alone', async () => {
  const path = await openFolder()
  const [one, other] = [openStrongbox(path), openStrongbox(path)]
  const [sealed, again] = await Promise.all([
    one.seal('totp', 'mia', SECRET),
    other.seal('totp', 'mia', SECRET),
  ])
  expect(sealed.includes(SECRET)).toBe(false)
  expect(sealed).not.toEqual(again)
  expect(await other.open('totp', 'mia', sealed)).toEqual(SECRET)
  expect(await one.open('totp', 'mia', again)).toEqual(SECRET)
  await expect(one.open('totp', 'tom', sealed)).rejects.toThrow()
  await expect(one.open('evidence', 'mia', sealed)).rejects.toThrow()
  sealed[20]! ^= 1
  await expect(one.open('totp', 'mia', sealed)).rejects.toThrow()
})

test("its key lies beside the months' keys, is one of no month, and stays when those go", async () => {
  const path = await openFolder()
  const ring = fileKeyRing(path)
  const box = openStrongbox(path)
  const { epoch } = await ring.wrap(SECRET, new Date('2026-06-15T12:00:00Z'))
  const sealed = await box.seal('totp', 'mia', SECRET)
  expect(await readdir(join(path, '..'))).toEqual(['kek.2026-06', 'kek.lasting'])
  expect((await stat(`${path}.lasting`)).mode & 0o777).toBe(0o600)
  expect(await ring.epochs()).toEqual([epoch])
  await ring.destroy(epoch)
  expect(await openStrongbox(path).open('totp', 'mia', sealed)).toEqual(SECRET)
  // each use has a key of its own, made from the one that is kept
  expect(sealed.includes(await readFile(`${path}.lasting`))).toBe(false)
})

test('a text is known again by its mark, for one use and in this club alone', async () => {
  const [path, elsewhere] = [await openFolder(), await openFolder()]
  const mark = await openStrongbox(path).mark('bans', 'mia@example.org')
  expect(mark).toHaveLength(32)
  expect(await openStrongbox(path).mark('bans', 'mia@example.org')).toEqual(mark)
  for (const other of [
    await openStrongbox(path).mark('bans', 'tom@example.org'),
    await openStrongbox(path).mark('views', 'mia@example.org'),
    await openStrongbox(elsewhere).mark('bans', 'mia@example.org'),
  ])
    expect(other).not.toEqual(mark)
})

test('an older key that was cut down before a use came makes none of its marks, and all the others', async () => {
  const path = await openFolder()
  const before = openStrongbox(path)
  await before.mark('banned addresses', 'mia@example.org')
  await writeFile(`${path}.lasting.2026-05-04T10-00-00-000Z`, Buffer.alloc(96, 7))
  const box = openStrongbox(path)
  expect(await box.marks('banned addresses', 'mia@example.org')).toHaveLength(2)
  expect(await box.marks('mailboxes kept apart', 'mia@example.org')).toHaveLength(1)
  await writeFile(`${path}.lasting.2026-05-04T10-00-00-000Z`, Buffer.alloc(128, 7))
  expect(await openStrongbox(path).marks('mailboxes kept apart', 'mia@example.org')).toHaveLength(2)
})
