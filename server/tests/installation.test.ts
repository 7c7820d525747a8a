import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openApp } from '#server/app.ts'
import { adoptFolders } from '#server/cli/adoptFolders.ts'
import { backUp } from '#server/cli/backup/backup.ts'
import { backUpKeys } from '#server/cli/backup/keys.ts'
import { examine } from '#server/cli/doctor.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase, sql } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/process/log.ts'
import { openStrongbox } from '#server/platform/vault/strongbox.ts'
import { openStore } from '#server/store.ts'
import { cloneDatabase } from '#testing/club/database/cluster.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { expectRefusedStart } from '#testing/club/process/starting.ts'
import { openObjects } from '#testing/objects/objects.ts'
import { bytes, now, uuid } from '#testing/random.ts'

async function openFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'club-installation-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

/** A database that was never served from, with a folder for keys and one for files. */
async function openPlace() {
  const { url, drop } = await cloneDatabase()
  const db = openDatabase(url, { max: 3 })
  onTestFinished(async () => {
    await db.end()
    await drop()
  })
  const [data, keys] = [await openFolder(), await openFolder()]
  const settings = { DATABASE_URL: url, DATA_DIR: data, KEK_FILE: join(keys, 'kek') }
  return {
    db,
    url,
    data,
    keys,
    settings,
    rows: () => db.rows(sql`select * from installation`),
    /** As a server does, until its door would open. */
    async open(instead: Partial<typeof settings> & { FILES_URL?: string } = {}) {
      const app = await openApp(readConfig({ ...settings, ...instead }), url, {
        log: silentLog,
        work: false,
      })
      await app.close()
    },
  }
}

test.each([
  ['', ['DATABASE_URL']],
  ['?sslmode=disable', []],
])(
  'a way to another host without TLS is warned of unless it was set so: %s',
  async (set, named) => {
    const warned: string[] = []
    const log = { ...silentLog, warn: (words: unknown) => void warned.push(String(words)) }
    const settings = {
      DATA_DIR: await openFolder(),
      DATABASE_URL: `postgres://club@db.invalid/club${set}`,
    }
    const opened = openStore(readConfig(settings), { log, isServer: true })
    await expect(opened).rejects.toThrow('DATABASE_URL cannot be reached')
    expect(warned.map((words) => words.split(' ')[0])).toEqual(named)
  },
)

test('a database the club cannot use is said in one sentence with the way out', async () => {
  const { ownerUrl, drop } = await cloneDatabase({ empty: true, encoding: 'SQL_ASCII' })
  onTestFinished(drop)
  const settings = { DATA_DIR: await openFolder(), DATABASE_URL: ownerUrl }
  const open = (url: string) =>
    openStore(readConfig({ ...settings, DATABASE_URL: url }), { log: silentLog, isServer: true })
  await expect(open(ownerUrl)).rejects.toThrow(
    "DATABASE_URL leads to a database with the encoding SQL_ASCII; the club needs UTF8: create database … encoding 'UTF8' template template0.",
  )
  const missing = new URL(ownerUrl)
  missing.pathname += '_of_others'
  await expect(open(missing.href)).rejects.toThrow(
    /^DATABASE_URL is refused by that PostgreSQL \(.*: database ".*_of_others" does not exist\)\.$/,
  )
})

test('a server with other keys or other files refuses to start in one sentence, and makes none of its own', async () => {
  const { settings, keys, data, open, rows } = await openPlace()
  await open()
  const before = await rows()
  const [otherKeys, otherData] = [await openFolder(), await openFolder()]
  const [KEK_FILE, DATA_DIR] = [join(otherKeys, 'kek'), otherData]
  const [keyWords, fileWords] = await Promise.all([
    expectRefusedStart({ ...settings, PORT: '0', KEK_FILE }),
    expectRefusedStart({ ...settings, PORT: '0', DATA_DIR }),
  ])
  expect(keyWords).toBe(
    `The lasting key of this club is missing: there is no ${KEK_FILE}.lasting; set KEK_FILE to what all its servers have, restore a backup of the keys, or, if it is lost for good, run npm run club -- adopt-folders.`,
  )
  expect(fileWords).toBe(
    `The files of this club do not lie below ${DATA_DIR} (${DATA_DIR}/files/store-id is missing); set DATA_DIR to the folder all its servers have, or, if it is lost for good, run npm run club -- adopt-folders.`,
  )
  expect([await readdir(otherKeys), await readdir(otherData)]).toEqual([[], []])

  await writeFile(`${KEK_FILE}.lasting`, bytes(32))
  await expect(open({ KEK_FILE })).rejects.toThrow('is not the lasting key of this club')
  await writeFile(`${KEK_FILE}.lasting`, 'short')
  await expect(open({ KEK_FILE })).rejects.toThrow('is not whole')
  await mkdir(join(otherData, 'files'))
  await writeFile(join(otherData, 'files', 'store-id'), 'a2b5e1e5-9d0a-4a53-8a3f-0f6d8f7f4d11\n')
  await expect(open({ DATA_DIR })).rejects.toThrow('names another folder')
  // where both are elsewhere because of one setting, that one is named
  await expect(open({ DATA_DIR, KEK_FILE: join(otherData, 'keys', 'kek') })).rejects.toThrow(
    'set DATA_DIR',
  )
  await writeFile(join(otherData, 'files', 'store-id'), 'our files\n')
  await expect(open({ DATA_DIR })).rejects.toThrow(
    /^\S+store-id was changed and names no file folder any more; restore it .* adopt-folders\.$/,
  )
  await open()
  expect(await rows()).toEqual(before)
  expect([await readdir(keys), await readdir(join(data, 'files'))]).toEqual([
    ['kek.lasting'],
    ['store-id'],
  ])
})

test('a server with another bucket, or without one, refuses to start in one sentence', async () => {
  const { open, rows, data, settings, db, url } = await openPlace()
  await using objects = await openObjects()
  await using others = await openObjects()
  await open({ FILES_URL: objects.url })
  const before = await rows()
  expect(before).toMatchObject([{ filesPlace: 's3' }])
  expect([...objects.objects.keys()]).toEqual(['store-id'])
  await expect(open()).rejects.toThrow(
    /^The files of this club lie in object storage; set FILES_URL/,
  )
  const another =
    /^The files of this club do not lie in the bucket that FILES_URL names \(its store-id (.*)\)/
  await expect(open({ FILES_URL: others.url })).rejects.toThrow(another)
  others.objects.set('store-id', { bytes: Buffer.from(`${uuid()}\n`), at: now() })
  await expect(open({ FILES_URL: others.url })).rejects.toThrow('is another')
  // nor below another name in the same one
  const below = objects.url.replace('?', '/salon?')
  await expect(open({ FILES_URL: below })).rejects.toThrow('is missing')
  objects.plant({ kind: 'error', status: 403, code: 'AccessDenied' })
  const refused = open({ FILES_URL: objects.url })
  await expect(refused).rejects.toThrow(
    /^The bucket that FILES_URL names cannot be used \(.*AccessDenied/,
  )
  await expect(refused).rejects.not.toThrow(objects.address.secretAccessKey)
  objects.heal()
  await open({ FILES_URL: objects.url })
  expect(await rows()).toEqual(before)
  expect(await readdir(data)).toEqual([])

  // one that is lost for good
  await adoptFolders({ config: readConfig({ ...settings, FILES_URL: others.url }), db, url, now })
  await open({ FILES_URL: others.url })
  await expect(open({ FILES_URL: objects.url })).rejects.toThrow('is another')
})

test('a club whose files lie in a folder keeps them there when a bucket is set beside it', async () => {
  const { open, rows } = await openPlace()
  await open()
  const before = await rows()
  await using objects = await openObjects()
  await open({ FILES_URL: objects.url })
  expect(await rows()).toEqual(before)
  expect([...objects.objects.keys()]).toEqual([])
})

test('of servers that start for the first time at once one writes the row; those with its folders run', async () => {
  const { open, rows, keys } = await openPlace()
  await Promise.all([open(), open(), open()])
  expect(await rows()).toHaveLength(1)
  expect(await readdir(keys)).toEqual(['kek.lasting'])

  // with folders of their own: one runs, and the other has made nothing
  const other = await openPlace()
  const folders = [await openFolder(), await openFolder()]
  const { ended } = await other.db.transaction(async (tx) => {
    await tx.run(sql`lock table installation in share mode`)
    const starts = folders.map((folder) => other.open({ KEK_FILE: join(folder, 'kek') }))
    // one would write, and the other waits for it
    await untilSomebodyWaits(other, 2)
    return { ended: Promise.allSettled(starts) }
  })
  const tries = await ended
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const made = await Promise.all(folders.map((folder) => readdir(folder)))
  expect(made.flat()).toEqual(['kek.lasting'])
})

test('an id of the file folder that is none is said before it is on record', async () => {
  const { data, open, rows } = await openPlace()
  await mkdir(join(data, 'files'))
  await writeFile(join(data, 'files', 'store-id'), 'our files\n')
  await expect(open()).rejects.toThrow(/store-id was changed and names no file folder any more/)
  expect(await rows()).toEqual([])
})

test('a club from before has its keys and files taken for its own, and they stay as they were', async () => {
  const { open, rows, settings, data } = await openPlace()
  const key = Buffer.from(bytes(32))
  await writeFile(`${settings.KEK_FILE}.lasting`, key, { mode: 0o600 })
  await mkdir(join(data, 'files', 'profile-photos'), { recursive: true })
  await open()
  const [row] = await rows()
  expect(await readFile(`${settings.KEK_FILE}.lasting`)).toEqual(key)
  expect((await readdir(join(data, 'files'))).sort()).toEqual(['profile-photos', 'store-id'])
  await open()
  expect(await rows()).toEqual([row])

  // what is on record is neither the key nor what anything is sealed with
  const derived = await openStrongbox(settings.KEK_FILE).derive('anything')
  for (const secret of [key, derived]) expect(row).not.toMatchObject({ keyFingerprint: secret })
})

test('a backup is not made of other folders, and the doctor says why', async () => {
  const { settings, open } = await openPlace()
  const to = await openFolder()
  const [KEK_FILE, DATA_DIR] = [join(await openFolder(), 'kek'), await openFolder()]
  const look = async (instead: Partial<typeof settings> = {}) => {
    const found = await examine(readConfig({ ...settings, ...instead }), silentLog)
    return found.find(({ about }) => about === 'installation')!
  }
  expect((await look()).says).toContain('nothing on record yet')
  await open()
  expect(await look()).toMatchObject({
    isWell: true,
    says: expect.stringContaining('keys and files are those of the club') as string,
  })
  for (const [instead, named] of [
    [{ KEK_FILE }, 'set KEK_FILE'],
    [{ DATA_DIR }, 'set DATA_DIR'],
  ] as const) {
    const found = await look(instead)
    expect(found.isWell).toBe(false)
    expect(found.says).toContain(named)
  }
  const options = { log: silentLog, now: () => now() }
  const of = (instead: Partial<typeof settings>) => readConfig({ ...settings, ...instead })
  await expect(backUp({ ...options, config: of({ DATA_DIR }) }, to)).rejects.toThrow('set DATA_DIR')
  await expect(backUpKeys({ ...options, config: of({ KEK_FILE }) }, to)).rejects.toThrow(
    'set KEK_FILE',
  )
  expect(await readdir(to)).toEqual([])
})

test('a club that lost keys and files for good goes on with others, once no server runs', async () => {
  const { db, url, settings, open, rows } = await openPlace()
  await open()
  const instead = { KEK_FILE: join(await openFolder(), 'kek'), DATA_DIR: await openFolder() }
  const config = readConfig({ ...settings, ...instead })
  const adopt = () => adoptFolders({ config, db, url, now: () => now() })
  const running = await openApp(readConfig(settings), url, { log: silentLog, work: false })
  await expect(adopt()).rejects.toThrow('stop every one of them')
  await running.close()
  const [before] = await rows()
  expect(await adopt()).toContain(config.dataDir)
  await open(instead)
  await expect(open()).rejects.toThrow('set DATA_DIR')
  // it is the same club
  expect(await rows()).toMatchObject([{ id: (before as { id: string }).id }])
  expect(await db.rows(sql`select action from audit`)).toEqual([{ action: 'folders_adopted' }])
})
