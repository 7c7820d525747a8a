import { expect, test } from 'vitest'
import { logInWithPasskey } from '#contract/accounts/secondFactor.ts'
import { giveConsent } from '#contract/consent/consent.ts'
import { listAudit } from '#contract/admin/admin.ts'
import { findMembers } from '#contract/admin/members.ts'
import { createPost } from '#contract/posts/posts.ts'
import { findPeople } from '#contract/posts/naming.ts'
import { openClub } from '#testing/club/club.ts'
import { openLounge, lounge } from '#testing/fixtures/lounge.ts'
import { uuid } from '#testing/random.ts'

test('a NUL, which no database stores, is a client error, or is removed from texts that are cleaned', async () => {
  await using room = await openLounge()
  const { club } = room
  const mia = await room.guest({ isAdmin: true })
  for (const text of ['\0', 'a\0b']) {
    const version = { document: 'terms', version: text, language: 'de', method: 'button' } as const
    expect([
      await club.call(mia, findPeople, { params: lounge, query: { starts: text } }),
      await club.call(mia, listAudit, { query: { actor: text } }),
      await club.call(mia, giveConsent, { body: version }),
    ]).toEqual(Array(3).fill(expect.objectContaining({ status: 400, code: 'invalid_input' })))
  }
  const response = await club.call(mia, createPost, {
    params: lounge,
    body: { id: uuid(), text: 'a\0b' },
  })
  expect(response).toMatchObject({ ok: true, answer: { text: 'ab' } })
  const found = await club.call(mia, findMembers, { query: { search: `${mia.username}\0` } })
  expect(found).toMatchObject({ ok: true, answer: { members: [{ username: mia.username }] } })
})

test('what a stranger nests as deep as a body is long is refused like anything else that is wrong', async () => {
  await using club = await openClub()
  for (const [opened, closed, levels] of [
    ['[', ']', 30_000],
    ['{"":', '}', 12_000],
  ] as const) {
    const nested = `${opened.repeat(levels)}""${closed.repeat(levels)}`
    const answer = await fetch(club.url + logInWithPasskey.path, {
      method: logInWithPasskey.method,
      headers: { origin: club.url, 'content-type': 'application/json' },
      body: `{"challengeId":"${uuid()}","credential":{"id":${nested}}}`,
    })
    expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'passkey_invalid' }])
  }
})
