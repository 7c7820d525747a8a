import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import { insertEntry, insertEntryLink } from '#testing/fixtures/admission.ts'

test.each([
  ['/api/digest/unsubscribe', '/digest-off#'],
  ['/api/waitlist/unsubscribe', '/waitlist#leave='],
])(
  '%s opened by hand leads to the page with the button, and changes nothing',
  async (path, page) => {
    await using club = await openClub()
    const open = (query: string) =>
      fetch(`${club.url}${path}${query}`, { redirect: 'manual', headers: { accept: 'text/html' } })
    const token = 'a-token_of-a-mail-0123456789'
    const answer = await open(`?token=${token}`)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(page + token)
    expect((await open('?token=//evil.example')).headers.get('location')).toBe(page)
    expect((await open('')).headers.get('location')).toBe(page)
  },
)

test('who opens the address of a real mail keeps their place in line until they press the button', async () => {
  await using club = await openClub()
  const token = await insertEntryLink(club, await insertEntry(club), 'leave')
  const isInLine = async () => (await club.db.rows(sql`select from waitlist`)).length === 1
  const address = `${club.url}/api/waitlist/unsubscribe?token=${token}`
  expect((await fetch(address, { redirect: 'manual' })).status).toBe(303)
  expect((await fetch(address, { redirect: 'manual', method: 'HEAD' })).status).toBeLessThan(500)
  expect(await isInLine()).toBe(true)
  expect((await fetch(address, { method: 'POST' })).status).toBe(200)
  expect(await isInLine()).toBe(false)
})
