import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { requestPasswordReset } from '#contract/accounts/auth.ts'
import { addPhoto, removePhoto } from '#contract/members/ownPhotos.ts'
import { createPost } from '#contract/posts/posts.ts'
import { stageFile } from '#contract/verification/verification.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { endLines } from '#testing/club/database/away.ts'
import { asOwner } from '#testing/club/database/owner.ts'
import { mayMount, smallDisk } from '#testing/club/smallDisk.ts'
import { photo, photoFiles, see } from '#testing/fixtures/photos.ts'
import { askForCopy, linkToCopy, take } from '#testing/privacy/exports.ts'
import { scrape } from '#testing/metrics/scraping.ts'
import { uuid } from '#testing/random.ts'

const MEGABYTES = 12

const readyAt = async ({ url }: { url: string }) => {
  const answer = await fetch(`${url}/readyz`)
  return { status: answer.status, ...((await answer.json()) as { warnings: string[] }) }
}

const isWritable = async (club: Club) =>
  (await scrape(club)).samples.find(({ name }) => name === 'club_files_writable')?.value

/** A club whose files lie on a volume of their own. */
async function openClubWithVolume() {
  const club = await openClub({ config: { limitsFactor: 100 } })
  const files = join(club.dataDir, 'files')
  await copyFile(join(files, 'store-id'), join(club.dataDir, 'kept-id'))
  const disk = await smallDisk(MEGABYTES, files)
  await copyFile(join(club.dataDir, 'kept-id'), join(files, 'store-id'))
  const other = await club.secondServer()
  const [mia, room] = [await club.member(), await club.room()]
  await club.join(mia, room)
  const file = await photo()
  const isOk = { ok: true }
  const acts = {
    photo: () => club.call(mia, addPhoto, { file }),
    document: () => club.call(mia, stageFile, { query: { side: 'front', type: 'jpeg' }, file }),
  }
  return {
    ...acts,
    club,
    disk,
    mia,
    /** Whatever lies on the volume, finished or not. */
    async lying() {
      const all = await readdir(files, { recursive: true, withFileTypes: true })
      return all.flatMap((one) => (one.isFile() && one.name !== 'ballast' ? one.name : [])).sort()
    },
    async expectTalk() {
      const body = { id: uuid(), text: 'good evening' }
      expect(await club.call(mia, createPost, { params: { slug: room.slug }, body })).toMatchObject(
        isOk,
      )
    },
    async expectPutOff() {
      const before = await this.lying()
      for (const [name, act] of Object.entries(acts)) {
        const answer = await act()
        expect([name, answer]).toMatchObject([name, { status: 503, code: 'unavailable' }])
        expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
        expect(await this.lying()).toEqual(before)
      }
    },
    other,
    /** What a server says that was asked for nothing else, and so has met nothing. */
    ready: () => readyAt(other),
    async [Symbol.asyncDispose]() {
      await disk[Symbol.asyncDispose]()
      await club[Symbol.asyncDispose]()
    },
  }
}

if (!(await mayMount())) test('volumes were left out: this machine lets us mount none', () => {})
else {
  test('files on a full volume are put off and leave nothing half-written, people talk on, and room made is enough', async () => {
    await using volume = await openClubWithVolume()
    const { club, disk, mia, ready } = volume
    expect(await ready()).toMatchObject({ status: 200 })
    // there is room for nothing, for one of a photo's two files, and so on until there is for all
    let made = await (disk.fill(), volume.photo())
    for (let pages = 0; !made.ok; pages += 1) {
      expect([pages, made]).toMatchObject([pages, { status: 503, code: 'unavailable' }])
      expect(await volume.lying()).toEqual(['store-id'])
      await disk.makeRoom()
      disk.fill(pages)
      made = await volume.photo()
    }
    const [photoId = ''] = made.answer.photos
    await volume.expectPutOff()
    await volume.expectTalk()
    expect((await see(club, mia, { memberId: mia.userId, photoId })).status).toBe(200)
    // no reason to take the process out, at this one nor at the one that met it
    const warnings = ['files: the disk is full; make room']
    for (const server of [volume.other, club])
      await expect.poll(() => readyAt(server)).toMatchObject({ status: 200, ready: true, warnings })
    expect(await isWritable(club)).toBe(0)

    await disk.makeRoom()
    for (const act of [volume.photo, volume.document])
      expect(await act()).toMatchObject({ ok: true })
    await expect.poll(ready).toMatchObject({ status: 200, warnings: [] })
    expect(await isWritable(club)).toBe(1)
  })

  test('a volume that can only be read shows what is there, puts off what is new, and takes it when it is mended', async () => {
    await using volume = await openClubWithVolume()
    const { club, disk, mia, ready } = volume
    const made = await volume.photo()
    if (!made.ok) throw new Error(made.code)
    const [photoId = ''] = made.answer.photos
    disk.setReadOnly(true)
    const warnings = ['files: the disk can only be read']
    await expect.poll(ready).toMatchObject({ status: 200, ready: true, warnings })
    expect(await isWritable(club)).toBe(0)
    await volume.expectPutOff()
    await volume.expectTalk()
    expect((await see(club, mia, { memberId: mia.userId, photoId })).status).toBe(200)
    // what has to go is seen by nobody any more, and goes when it can
    const { userId } = mia
    expect(await club.call(mia, removePhoto, { params: { photoId } })).toMatchObject({ ok: true })
    expect((await see(club, mia, { memberId: userId, photoId })).status).toBe(404)
    expect(await club.db.rows(sql`select key from file_deletions`)).toHaveLength(2)

    disk.setReadOnly(false)
    await club.app.jobs.send(club.db, 'delete_files', {})
    await club.app.jobs.drain({ later: true })
    expect(await photoFiles(club)).toEqual([])
    expect(await club.db.rows(sql`select key from file_deletions`)).toEqual([])
    for (const act of [volume.photo, volume.document])
      expect(await act()).toMatchObject({ ok: true })
    await expect.poll(ready).toMatchObject({ status: 200, warnings: [] })
  })

  test('a copy of one’s data and a mail for which there is no room are put off, and come whole once there is', async () => {
    await using volume = await openClubWithVolume()
    const { club, disk, mia, lying } = volume
    await using mails = await smallDisk(1, join(club.dataDir, 'mail'))
    for (const one of [disk, mails]) one.fill()
    await askForCopy(club, mia)
    await club.call(null, requestPasswordReset, { body: { email: mia.email } })
    await club.app.jobs.drain()
    expect([await lying(), await readdir(mails.folder)]).toEqual([['store-id'], ['ballast']])

    for (const one of [disk, mails]) await one.makeRoom()
    await club.app.jobs.drain({ later: true })
    const token = await linkToCopy(club, mia)
    const answer = await take(club, mia, token)
    expect(answer.status).toBe(200)
    const all = (await club.mails()).filter(({ to }) => to === mia.email)
    expect(all.filter(({ text }) => text.includes('/reset-password#token='))).toHaveLength(1)
  })

  test('a volume that is full beside a database that only reads is no excuse for it', async () => {
    await using volume = await openClubWithVolume()
    const { club, disk, other } = volume
    disk.fill()
    const name = new URL(club.databaseUrl).pathname.slice(1)
    await asOwner(club, () => `alter database ${name} set default_transaction_read_only = on`)
    try {
      await endLines(club)
      await expect
        .poll(() => readyAt(other))
        .toMatchObject({
          status: 503,
          warnings: ['the database only reads; is it a standby?'],
        })
    } finally {
      await asOwner(
        club,
        () =>
          `begin read write; alter database ${name} reset default_transaction_read_only; commit`,
      )
      await endLines(club)
    }
  })
}
