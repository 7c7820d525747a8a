import { expect, test } from 'vitest'
import type { RequestOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { searchPosts } from '#contract/posts/search.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { openLounge, lounge } from '#testing/fixtures/lounge.ts'
import { toQuestion } from './search.question.ts'
import { uuid } from '#testing/random.ts'

type Query = RequestOf<typeof searchPosts>['query']

const search = async (club: Club, as: TestMember, query: Query) => {
  const result = await club.call(as, searchPosts, { query })
  if (!result.ok) throw new Error(result.code)
  return result.answer
}
const texts = async (club: Club, as: TestMember, query: Query) =>
  (await search(club, as, query)).found.map(({ post }) => post.text)

async function talk(...lines: string[]) {
  const room = await openLounge()
  const [mia, ben] = [await room.guest({ username: 'Mia' }), await room.guest({ username: 'Ben' })]
  for (const text of lines) await room.post(ben, { text })
  const { club } = room
  return { ...room, mia, ben, find: (words: string) => texts(club, mia, { words }) }
}

test('words are found by their German and English stems, newest first', async () => {
  const { find, ...room } = await talk(
    'Alte Häuser am See',
    'I was running late',
    'Ein Haus',
    'Nichts',
  )
  await using _ = room
  expect(await find('Haus')).toEqual(['Ein Haus', 'Alte Häuser am See'])
  expect(await find('run')).toEqual(['I was running late'])
  expect(await find('häusern')).toEqual(['Ein Haus', 'Alte Häuser am See'])
  expect(await find('haus see')).toEqual(['Alte Häuser am See'])
  expect(await find('"alte häuser"')).toEqual(['Alte Häuser am See'])
  expect(await find('„alte häuser“')).toEqual(['Alte Häuser am See'])
  expect(await find('＂alte häuser＂')).toEqual(['Alte Häuser am See'])
  expect(await find('"häuser alte"')).toEqual([])
  expect(await find('＂häuser alte＂')).toEqual([])
  expect(await find('see or running')).toEqual(['I was running late', 'Alte Häuser am See'])
  expect(await find('haus -see')).toEqual(['Ein Haus'])
})

test('a word is found with and without its accents, in letters of any width, and marked as it stands', async () => {
  const { club, mia, find, ...room } = await talk(
    'Im Cafe um acht',
    'Pinata und Sauna',
    'Ein Café',
    'Ｓａｕｎａ',
    'Naïve Łódź, 🍷 Smørrebrød',
    'Старый за\u0301мок и ёлка',
    'Für später: Käse, groß',
  )
  await using _ = room
  const cafe = ['Ein Café', 'Im Cafe um acht']
  for (const words of ['café', 'cafe', 'CAFE', 'CAFÈ']) expect(await find(words)).toEqual(cafe)
  expect(await find('CAFÉ acht')).toEqual(['Im Cafe um acht'])
  expect(await find('piñata')).toEqual(['Pinata und Sauna'])
  for (const words of ['ｓａｕｎａ', 'sauna'])
    expect(await find(words)).toEqual(['Ｓａｕｎａ', 'Pinata und Sauna'])
  expect(await find('acht -café')).toEqual([])
  expect(await find('"CAFÉ um acht"')).toEqual(['Im Cafe um acht'])
  for (const words of ['naive', 'lodz', 'smorrebrod', 'Łódź'])
    expect(await find(words), words).toEqual(['Naïve Łódź, 🍷 Smørrebrød'])
  for (const words of ['замок', 'елка', 'ёлка'])
    expect(await find(words), words).toEqual(['Старый за\u0301мок и ёлка'])
  for (const words of ['kase', 'käse', 'gross', 'groß', 'spater'])
    expect(await find(words), words).toEqual(['Für später: Käse, groß'])
  for (const [words, marked] of [
    ['cafe', [['Café'], ['Cafe']]],
    ['lodz smorrebrod', [['Łódź', 'Smørrebrød']]],
    ['замок елка', [['за\u0301мок', 'ёлка']]],
  ] as const) {
    const { found } = await search(club, mia, { words })
    expect(
      found.map(({ post, matches }) => matches.map(({ from, to }) => post.text.slice(from, to))),
    ).toEqual(marked)
  }
})

test('a word with the hyphens a page put into it is found as it looks', async () => {
  const { club, mia, ...room } = await talk(
    'Wir treffen uns zur Wein\u00ADprobe im Gar\u00ADten\u00ADhaus',
  )
  await using _ = room
  for (const words of ['weinprobe', 'gartenhaus', 'Wein\u00ADprobe'])
    expect(await texts(club, mia, { words }), words).toEqual([
      'Wir treffen uns zur Weinprobe im Gartenhaus',
    ])
})

test('words end at whatever is no letter and no digit', async () => {
  const joined: [text: string, looked: string[]][] = [
    ['Sauna/Pool morgen', ['pool', 'sauna', 'sauna/pool', 'Sauna Pool', '"sauna pool"', 'pool/']],
    ['Er/sie kommt', ['sie', 'er/sie']],
    ['Bar-Abend/Spieleabend', ['spieleabend', 'bar-abend', 'bar–abend', 'bar']],
    ['War super.Gerne wieder', ['gerne', 'super', 'super.gerne']],
    ['Käse-/Wurstplatte', ['wurstplatte', 'käse-/wurstplatte', 'Käse-']],
    ['e-mail/Brief', ['brief', 'mail', 'e-mail']],
    ['Straße 5/Ecke', ['ecke', 'straße', 'straße 5']],
    ['www/Sternchen', ['sternchen', 'www']],
    ['Bad–Dusche—Wanne‑Becken−Sieb', ['dusche', 'wanne', 'becken', 'sieb', 'bad']],
    ['Rot…Blau·Grün•Gelb/Lila\\Braun', ['blau', 'grün', 'gelb', 'lila', 'braun']],
    ['tanz@garten.de und https://club.example/feier?x=tango', ['garten', 'feier', 'tango']],
    ['Um 19.30/20:15 am 01.02.2026', ['19', '15', '2026', '19.30']],
    ['Kaffee+Kuchen=Glück_Liebe', ['kuchen', 'glück', 'liebe']],
    ['v1.2.3-beta/alpha', ['beta', 'alpha']],
    ['<b>Apfel</b>&amp;Birne', ['apfel', 'birne']],
    ['Ja!Nein?Vielleicht;Doch:Eben', ['nein', 'vielleicht', 'doch', 'eben']],
    ['🍷Wein🧀Quark', ['wein', 'quark']],
    ["Lisa's Hund’s Leine", ['lisa', 'hund', 'leine']],
    ['Mo./Di./Mittwoch', ['mittwoch']],
    ['datei.txt/ordner/bild.jpg', ['ordner', 'bild', 'txt']],
  ]
  const { club, mia, ...room } = await talk('Nur Gurken')
  await using _ = room
  await club.db.run(sql`
    insert into posts (id, room_id, number, user_id, text, created_at)
    select gen_random_uuid(), ${room.room.id}, 100 + n, ${room.ben.userId}, text, now()
    from unnest(${joined.map(([text]) => text)}::text[]) with ordinality as o (text, n)`)
  for (const [text, looked] of joined)
    for (const words of looked)
      expect(
        await club.db.rows(sql`
        select p.text from posts p
        where plain_words_of(p.text) @@ (websearch_to_tsquery('german', ${toQuestion(words)})
          || websearch_to_tsquery('english', ${toQuestion(words)}))`),
        words,
      ).toContainEqual({ text })
  expect(await texts(club, mia, { words: 'sauna/pool' })).toEqual(['Sauna/Pool morgen'])
  expect(await texts(club, mia, { words: 'spieleabend' })).toEqual(['Bar-Abend/Spieleabend'])
  expect(await texts(club, mia, { words: 'sie' })).toEqual(['Er/sie kommt'])
  expect(await texts(club, mia, { words: 'gurke -pool' })).toEqual(['Nur Gurken'])
})

test('marks lie where the words stand, also after signs of two units', async () => {
  const { club, mia, ...room } = await talk('🍷🧀 Sauna/Pool 👩‍👩‍👧‍👦-Pool.Pool')
  await using _ = room
  const { found } = await search(club, mia, { words: 'pool' })
  const marked = found.map(({ post, matches }) =>
    matches.map(({ from, to }) => post.text.slice(from, to)),
  )
  expect(marked).toEqual([['Pool', 'Pool', 'Pool']])
})

test('what was found is marked in the text as it is', async () => {
  const { club, mia, ...room } = await talk('<b>Häuser</b> & 🏠 running Häuser', 'x')
  await using _ = room
  const { found } = await search(club, mia, { words: 'haus run' })
  const marked = found.map(({ post, matches }) =>
    matches.map(({ from, to }) => post.text.slice(from, to)),
  )
  expect(marked).toEqual([['Häuser', 'running', 'Häuser']])
})

test('words nobody can look for get an answer all the same', async () => {
  const { club, mia, ben, ...room } = await talk('100 % O’Brien', 'the und and')
  await using _ = room
  const oddities = ['%', "'", '"', '& | ! <->', '\\', '()', ':*', 'a\'b"c', '🦄', '-', 'or']
  for (const words of oddities)
    expect((await search(club, mia, { words })).found, words).toEqual([])
  expect(await search(club, mia, { words: 'in so' })).toMatchObject({ isEmpty: true, found: [] })
  expect(await search(club, mia, {})).toMatchObject({ isEmpty: true })
  expect(await search(club, mia, { words: '  ' })).toMatchObject({ isEmpty: true })
  expect(await texts(club, mia, { words: '100' })).toEqual(['100 % O’Brien'])
  const long = 'x'.repeat(limits.searchWords + 1)
  expect(await club.call(mia, searchPosts, { query: { words: long } })).toMatchObject({
    code: 'invalid_input',
  })
  for (const query of [{ since: '2026-02-30' }, { since: '0000-01-01' }, { before: '1.x' }])
    expect(await club.call(ben, searchPosts, { query })).toMatchObject({ code: 'invalid_input' })
})

test('by author, by room and by days of Berlin', async () => {
  await using room = await openLounge({ now: '2026-10-01T21:30:00Z' })
  const { club, post } = room
  const [mia, ben] = [
    await room.guest({ username: 'Mia' }),
    await room.guest({ username: 'Ben Ó' }),
  ]
  const other = await club.room({ slug: 'attic', name: 'Attic' })
  for (const guest of [mia, ben]) await club.join(guest, other)
  await post(ben, { text: 'late evening' })
  club.clock.set('2026-10-01T22:30:00Z')
  await post(mia, { text: 'early evening' })
  await post(ben, { text: 'attic evening' }, other)
  const find = (query: Query) => texts(club, mia, query)
  expect(await find({ author: 'ben ó' })).toEqual(['attic evening', 'late evening'])
  expect(await find({ author: 'Ben' })).toEqual(['attic evening', 'late evening'])
  expect(await find({ author: 'ben o' })).toEqual(['attic evening', 'late evening'])
  expect(await find({ author: 'en' })).toEqual([])
  expect(await find({ words: 'evening', author: 'MIA' })).toEqual(['early evening'])
  expect(await find({ words: 'evening', room: 'attic' })).toEqual(['attic evening'])
  expect(await find({ words: 'evening', until: '2026-10-01' })).toEqual(['late evening'])
  expect(await find({ words: 'evening', since: '2026-10-02', room: 'lounge' })).toEqual([
    'early evening',
  ])
  const { found } = await search(club, mia, { words: 'attic' })
  expect(found[0]).toMatchObject({ room: { slug: 'attic', name: 'Attic' }, post: { number: 1 } })
})

test('nothing is found that is blocked, hidden, removed, without consent, or in a room not one’s own', async () => {
  const { club, mia, ben, find, room, ...rest } = await talk('evening one', 'evening two')
  await using _ = rest
  const [second, first] = (await search(club, mia, { words: 'evening' })).found
  const run = (...args: Parameters<typeof sql>) => club.db.run(sql(...args))
  await run`insert into hidden_posts values (${mia.userId}, ${second!.post.id}, now())`
  expect(await find('evening')).toEqual(['evening one'])
  await run`update posts set removed_at = now(), taken_back_by = user_id where id = ${first!.post.id}`
  expect(await find('evening')).toEqual([])
  await run`delete from hidden_posts`
  expect(await find('evening')).toEqual(['evening two'])
  await run`insert into blocks values (${ben.userId}, ${mia.userId}, 'Name', now())`
  expect(await find('evening')).toEqual([])
  expect(await texts(club, mia, { author: 'Ben' })).toEqual([])
  await run`delete from blocks`
  await run`update profiles set is_hidden = true where id = ${ben.userId}`
  expect(await find('evening')).toEqual([])
  await run`update profiles set is_hidden = false, content_consent_at = null where id = ${ben.userId}`
  expect(await find('evening')).toEqual([])
  await run`update profiles set content_consent_at = now() where id = ${ben.userId}`
  expect(await find('evening')).toEqual(['evening two'])
  await run`update room_members set dormant_at = now() where user_id = ${mia.userId}`
  expect(await find('evening')).toEqual([])
  await run`update room_members set dormant_at = null where user_id = ${mia.userId}`
  await run`update rooms set access_level = 'paid' where id = ${room.id}`
  expect(await find('evening')).toEqual([])
  const refused = await club.call(mia, searchPosts, {
    query: { words: 'evening', room: lounge.slug },
  })
  expect(refused).toMatchObject({ code: 'room_needs_subscription' })
})

test('every post is on one page, once, also of the same moment', async () => {
  await using club = await openClub()
  const room = await club.room()
  const mia = await club.member()
  await club.join(mia, room)
  const ids = Array.from({ length: 47 }, () => uuid())
  await club.db.run(sql`
    insert into posts (id, room_id, number, user_id, text, created_at)
    select id, ${room.id}, n, ${mia.userId}, 'evening', timestamptz '2026-10-01 10:00:00.123457Z' + (n / 10) * interval '1 second'
    from unnest(${ids}::uuid[]) with ordinality as o (id, n)`)
  const seen: string[] = []
  for (let before: string | undefined; ;) {
    const { found, next } = await search(club, mia, { words: 'evening', ...(before && { before }) })
    seen.push(...found.map(({ post }) => post.id))
    if (!next) break
    before = next
  }
  expect(seen.toSorted()).toEqual(ids.toSorted())
})

test('sixty searches a minute are enough', async () => {
  const { club, mia, ...room } = await talk()
  await using _ = room
  const responses = await Promise.all(
    Array.from({ length: 70 }, () => club.call(mia, searchPosts, { query: { words: 'x' } })),
  )
  expect(responses.filter(({ ok }) => ok)).toHaveLength(60)
})
