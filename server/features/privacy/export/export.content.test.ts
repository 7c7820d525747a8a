import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { setLanguage } from '#contract/accounts/session.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import { fillEveryTable } from '#testing/authorisation/everything.ts'
import { downloadCopy } from '#testing/privacy/exports.ts'
import { photoFiles } from '#testing/fixtures/photos.ts'
import { describeExport } from '#testing/privacy/register.ts'
import { documentBytes, readTraces } from '#testing/fixtures/submissions.ts'
import { ExportFile } from './export.schema.ts'
import { isPersonal } from '#server/features/privacy/register/register.shape.ts'
import { register, sections } from '#server/features/privacy/register/register.ts'

type Part = { fields: object; items: Record<string, unknown>[] }
const partOf = (json: ExportFile, table: string) => (json.data as Record<string, Part>)[table]!

test('the copy holds everything the register promises, in the form its schema describes, and nothing of others', async () => {
  await using club = await openClub({ payments: 'house' })
  const mia = await club.member({ username: 'Mia', email: 'mia@example.org' })
  const others = await fillEveryTable(club, mia)
  // the first copy is in the second
  await downloadCopy(club, mia)
  await club.db.run(sql`update exports set requested_at = requested_at - interval '1 day'`)
  const { json, text, html, files } = await downloadCopy(club, mia)

  expect(() => ExportFile.parse(json)).not.toThrow()
  // by the schema in the file, read as its recipient would
  const schema = JSON.parse(files.get('export.schema.json')!.toString()) as never
  expect(() => z.fromJSONSchema(schema).parse(json)).not.toThrow()
  expect(() => z.fromJSONSchema(schema).parse({ ...json, more: 1 })).toThrow()

  for (const { table, fields } of sections) {
    const { items } = partOf(json, table)
    expect(items.length, table).toBeGreaterThan(0)
    for (const { name } of fields) {
      const values = items.map((item) => item[name])
      expect(values.filter((value) => value !== null).length, `${table}.${name}`).toBeGreaterThan(0)
    }
    // for people as well
    expect(html, table).toContain(`<section id="${table}">`)
  }
  for (const other of [...others.names, ...others.words]) {
    expect(text, other).not.toContain(other)
    expect(html, other).not.toContain(other)
    expect(JSON.stringify(json), other).not.toContain(other)
  }
  const leftOut = Object.entries(register).flatMap(([table, entry]) =>
    isPersonal(entry)
      ? Object.entries(entry.columns).flatMap(([column, { is }]) =>
          is === 'excluded' ? [`${table}.${column}`] : [],
        )
      : [],
  )
  expect(json.leftOut.map(({ table, column }) => `${table}.${column}`)).toEqual(leftOut)
  expect(json.leftOut.every(({ whyInWords }) => whyInWords.length > 20)).toBe(true)
})

test('others’ words do not stand in it, and one’s own do', async () => {
  await using club = await openClub({ payments: 'house' })
  const mia = await club.member({ username: 'Mia', email: 'mia@example.org' })
  await fillEveryTable(club, mia)
  const { json, html } = await downloadCopy(club, mia)
  const own = ['bio', 'city', 'post', 'request', 'message', 'explanation', 'reason', 'passkey']
  for (const word of own) {
    expect(JSON.stringify(json)).toContain(`canary ${word}`)
    expect(html).toContain(`canary ${word}`)
  }
  // when and why somebody looked at a document, and not who
  expect(partOf(json, 'audit').items).toContainEqual({
    provided_by_subject: false,
    at: '2026-10-01T10:00:00.000Z',
    action: 'id_viewed',
    details: ['front', 'review'],
  })
  expect(partOf(json, 'posts').items[0]).toMatchObject({
    provided_by_subject: true,
    room: 'Am Kamin',
    text: 'canary post',
  })
  expect(partOf(json, 'posts').fields).toMatchObject({
    text: { provided_by_subject: true },
    createdAt: { provided_by_subject: false },
  })
})

test('photos are in it as they are stored, what was taken off the profile, notes, and documents as long as they are', async () => {
  await using club = await openClub({ payments: 'house' })
  const mia = await club.member()
  await fillEveryTable(club, mia)
  const { html, json, files } = await downloadCopy(club, mia)
  const photos = (await photoFiles(club)).map((key) => `photos/${key.split('/')[1]}`)
  expect(photos).toHaveLength(2)
  const id = partOf(json, 'verification_submissions').items[0]!['id'] as string
  const documents = (['front', 'back', 'selfie'] as const).map(
    (side) => `documents/${id}-${side}.jpg`,
  )
  const removed = 'removed/S-2026-000002.json'
  const note = `notes/${partOf(json, 'private_notes').items[0]!['id'] as string}.txt`
  expect(json.files.map(({ path }) => path).sort()).toEqual(
    [...documents, ...photos, removed, note].sort(),
  )
  expect(files.get(note)?.toString()).toBe('canary private note')
  expect(files.get(removed)?.toString()).toContain('canary taken away')
  // people find each of them in the page
  for (const path of json.files
    .map((file) => file.path)
    .filter((one) => !one.endsWith('-320.webp')))
    expect(html, path).toContain(`href="${path}"`)
  expect(files.get(documents[0]!)?.equals(documentBytes(id, 'front'))).toBe(true)
  expect(files.get(photos[0]!)?.subarray(8, 12).toString()).toBe('WEBP')
  const exported = (await readTraces(club)).filter(({ action }) => action === 'id_exported')
  expect(exported).toHaveLength(3)
  expect(exported[0]).toMatchObject({
    actorId: null,
    subjectId: mia.userId,
    details: { submission: id, purpose: 'export' },
  })
})

test('what can no longer be read of it is missing, and the copy comes all the same', async () => {
  await using club = await openClub({ payments: 'house' })
  const mia = await club.member()
  await fillEveryTable(club, mia)
  // sealed with a key that is lost
  await club.db.run(sql`update taken_away set sealed = '\\x00'`)
  // changed on the disk
  const [damaged = ''] = await photoFiles(club)
  const path = join(club.dataDir, 'files', 'profile-photos', damaged)
  const sealed = await readFile(path)
  sealed[sealed.length - 1]! ^= 1
  await writeFile(path, sealed)
  const { html, json, files } = await downloadCopy(club, mia)
  const removed = 'removed/S-2026-000002.json'
  for (const missing of [removed, `photos/${damaged.split('/')[1]}`]) {
    expect(json.files.find(({ path }) => path === missing)).toMatchObject({ isMissing: true })
    expect(files.has(missing)).toBe(false)
  }
  expect(html).toContain('This file could not be read.')
})

test('what a spreadsheet would calculate with is text', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const room = await club.room({ name: '=Salon' })
  const texts = ['=HYPERLINK("https://evil.example","x")', '+49 40', '-2+3', '@SUM(A1)', 'a, "b"']
  for (const [number, text] of texts.entries())
    await club.db.run(sql`
      insert into posts (id, room_id, number, user_id, text, created_at)
      values (gen_random_uuid(), ${room.id}, ${number}, ${mia.userId}, ${text}, now())`)
  const { files } = await downloadCopy(club, mia)
  const csv = files.get('posts.csv')!
  // or a German Excel reads “Grüße” as “GrÃ¼ÃŸe”
  expect(csv.subarray(0, 3)).toEqual(Buffer.of(0xef, 0xbb, 0xbf))
  const lines = csv.toString().trim().split('\r\n')
  expect(lines[0]).toBe('id,room,number,text,icebreaker,createdAt,removedAt,editedAt,replyNumber')
  expect(lines[1]).toContain(`,'=Salon,0,"'=HYPERLINK(""https://evil.example"",""x"")",,20`)
  expect(lines[2]).toContain(",'+49 40,")
  expect(lines[3]).toContain(",'-2+3,")
  expect(lines[4]).toContain(",'@SUM(A1),")
  expect(lines[5]).toContain(',"a, ""b""",')
})

test.each([
  ['de', 'Ihre Daten im Club', 'Beiträge'],
  ['en', 'Your data in the club', 'Posts'],
] as const)(
  'for people it is one page in their language (%s), without scripts',
  async (language, title, posts) => {
    await using club = await openClub()
    const mia = await club.member({ username: '<script>alert(1)</script>' })
    await club.call(mia, setLanguage, { body: { language } })
    const { html, json } = await downloadCopy(club, mia)
    expect(html).toContain(`<html lang="${language}">`)
    expect(html).toContain(`<h1>${title}</h1>`)
    expect(html).toContain(`<h2>${posts}</h2>`)
    expect(html).not.toContain('<script')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).toContain("default-src 'none'")
    expect(json.language).toBe(language)
    expect(json.information['rights']).toBeTruthy()
  },
)

test('what somebody else typed a member’s address into is theirs only once the address is', async () => {
  await using club = await openClub()
  const mia = await club.member({ isConfirmed: false })
  await club.db.run(sql`
    insert into messages (id, reference, topic, email, text, received_at)
    values (gen_random_uuid(), 'K-2026-000009', 'question', ${mia.email}, 'canary', now())`)
  expect(partOf((await downloadCopy(club, mia)).json, 'messages').items).toEqual([])
})

test('the description for readers is what is in it', async () => {
  await expect(describeExport()).toMatchFileSnapshot('../../../../docs/export.md')
})
