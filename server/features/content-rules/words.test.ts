import { expect, test } from 'vitest'
import { addWord, listWords, removeWord } from '#contract/content-rules/contentRules.ts'
import { saveProfile } from '#contract/members/profiles.ts'
import { signUp } from '#contract/admission/signup.ts'
import { openClub } from '#testing/club/club.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { findBlocked, wordKey } from './words.policy.ts'

const blocked = new Set(['Pfuiwort', 'Türke', 'niggling'].map(wordKey))

test.each([
  ['So ein Pfuiwort!', 'Pfuiwort'],
  ['PFUIWORT', 'PFUIWORT'],
  ['pfu1w0rt', 'pfu1w0rt'],
  ['pfüiwört', 'pfüiwört'],
  ['Рfuiwоrt, sagte er', 'Рfuiwоrt'],
  ['ｐｆｕｉｗｏｒｔ', 'ｐｆｕｉｗｏｒｔ'],
  ['pfu\u00adiwo\u200crt', 'pfu\u00adiwo\u200crt'],
  ['*pfuiwort*', 'pfuiwort'],
  ['pfu!wort!!', 'pfu!wort'],
  ['das Pfuiwort-Schild', 'Pfuiwort'],
  ['p f u i w o r t', 'p f u i w o r t'],
  ['p.f.u.i.w.o.r.t', 'p.f.u.i.w.o.r.t'],
  ['So ein p f u i w o r t, sagte er', 'p f u i w o r t'],
])('recognised: %s', (text, found) => {
  const at = findBlocked(text, blocked)
  expect(at && text.slice(at.from, at.to)).toBe(found)
})

test.each([
  'Pfuiwortig ist das',
  'Unpfuiwort',
  'Kümmelkuchen',
  'sniggling',
  '',
  '!!! ***',
  'p f u i',
])('not taken for it: %s', (text) => {
  expect(findBlocked(text, blocked)).toBe(null)
})

test('a slur is refused where it stands, in posts and profiles, whatever it is written with', async () => {
  await using salon = await openLounge()
  const { club } = salon
  const mia = await salon.guest({ verificationStatus: 'verified' })
  expect(await salon.post(mia, { text: 'du Unterm3nsch' })).toMatchObject({
    status: 422,
    body: { code: 'words_blocked', found: { from: 3, to: 14 } },
  })
  expect(await salon.post(mia, { text: 'ein Abend in Niger' })).toMatchObject({ ok: true })
  const at = (path: string) => ({ body: { errors: [{ path, message: 'words_blocked' }] } })
  const save = (more: object) =>
    club.call(mia, saveProfile, { body: { username: 'Mia', city: null, bio: null, ...more } })
  expect(await save({ bio: 'kein UNTERMENSCH' })).toMatchObject(at('bio'))
  expect(await save({ username: 'Untermensch' })).toMatchObject(at('username'))
  const { body } = newcomer()
  expect(
    await club.call(null, signUp, { body: { ...body, username: 'Untermensch' } }),
  ).toMatchObject(at('username'))
})

test('nobody takes a name that would pass for the club, and who has one keeps it', async () => {
  await using club = await openClub()
  const [mia, nora] = [await club.member(), await club.member({ username: 'Support Nora' })]
  const save = (as: typeof mia, username: string) =>
    club.call(as, saveProfile, { body: { username, city: null, bio: 'Guten Abend' } })
  expect(await save(mia, 'Parlour Support')).toMatchObject({ code: '23505' })
  expect(await save(nora, 'Support Nora')).toMatchObject({ ok: true })
  const { body } = newcomer()
  expect(
    await club.call(null, signUp, { body: { ...body, username: 'Moderation' } }),
  ).toMatchObject({ code: '23505' })
})

test('admins add and remove words, at once on every server', async () => {
  await using salon = await openLounge()
  const { club, post } = salon
  const second = await club.secondServer()
  const [admin, mia] = [await club.member({ isAdmin: true }), await salon.guest()]
  const say = () => post(mia, { text: 'pfuiwort' }, undefined, second.url)
  expect(await say()).toMatchObject({ ok: true })
  expect(await club.call(admin, addWord, { body: { word: ' Pfuiwort ' } })).toMatchObject({
    ok: true,
  })
  await second.app.bus.flush()
  expect(await say()).toMatchObject({ code: 'words_blocked' })
  expect(await club.call(admin, addWord, { body: { word: 'PFUIW0RT' } })).toMatchObject({
    code: '23505',
  })
  // of several no text is compared as one
  for (const word of [
    'x',
    '1234',
    'zwei Worte',
    'Pfui-Wort',
    "pfui's",
    'pfui/wort',
    'x'.repeat(51),
    // of which nothing but one letter is compared
    'e\u0336',
    'e\u200d',
    '\u3164@',
    // no placeholder
    'pfui*',
    '*wort',
  ])
    expect(await club.call(admin, addWord, { body: { word } })).toMatchObject({
      code: 'invalid_input',
    })
  const list = await club.call(admin, listWords, {})
  const own = list.ok ? list.answer.words.find(({ word }) => word === 'Pfuiwort') : undefined
  const params = { wordId: own!.id }
  expect(await club.call(admin, removeWord, { params })).toMatchObject({ ok: true })
  expect(await club.call(admin, removeWord, { params })).toMatchObject({ code: 'PGRST116' })
  await second.app.bus.flush()
  expect(await say()).toMatchObject({ ok: true })
})

test('of two who add the same word at once one does', async () => {
  await using club = await openClub()
  const admin = await club.member({ isAdmin: true })
  const both = await Promise.all(
    ['Pfuiwort', 'pfuiw0rt'].map((word) => club.call(admin, addWord, { body: { word } })),
  )
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
})
