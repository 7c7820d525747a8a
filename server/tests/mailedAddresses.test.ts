import { expect, test } from 'vitest'
import { openClub } from '#testing/club/club.ts'

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
