import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Post } from '#contract/posts/posts.ts'
import type { Table } from '#contract/tables/tables.ts'
import { codes } from '#contract/errors.ts'
import { tablePlace } from '#web/platform/talk/place.ts'
import { hasUnsent, outboxPrefix, readDraft, writeDraft } from '#web/platform/session/drafts.ts'
import { report } from '#web/testing/cases.ts'
import { closeTab, done, mila, openTab, refusal } from '#web/testing/openTab.tsx'
import { post as aPost } from '#web/testing/room.ts'
import { TestStream } from '#web/testing/stream.ts'

beforeEach(() => (TestStream.all = []))
afterEach(() => (closeTab(), localStorage.clear()))
Element.prototype.scrollIntoView = () => {}

const ben = {
  id: '018f0000-0000-7000-8000-000000000002',
  username: 'Ben',
  isVerified: true,
  portrait: null,
}
const id = (count: number) => `7ab1e000-0000-4000-8000-${String(count).padStart(12, '0')}`
const AT = '2026-11-21T11:55:00.000Z'
const table = (count: number, more: Partial<Table> = {}): Table => ({
  id: id(count),
  state: 'open',
  other: ben,
  since: AT,
  endedAt: null,
  goneAt: null,
  last: { isOwn: false, text: 'Good evening', at: AT },
  latest: 1,
  readNumber: 1,
  unread: 0,
  isMyTurn: true,
  forgetting: 'off',
  ...more,
})
const ended = { state: 'ended', endedAt: AT, goneAt: '2026-12-21T11:55:00.000Z' } as const
const others = ['Cleo', 'Dario', 'Edda', 'Fritz'].map((username, index) => ({
  ...ben,
  id: `018f0000-0000-7000-8000-00000000000${index + 3}`,
  username,
}))

const said = (number: number, more: Partial<Post> = {}): Post => ({
  ...aPost(number),
  createdAt: AT,
  author: { ...ben, city: null, role: null },
  ...more,
})

const NOTE = `/api/notes/${ben.id}`

type Answers = NonNullable<Parameters<typeof openTab>[1]>['answers']
/** A club in which Mila sits at these tables, the first with these words. */
async function open(
  path: string,
  tables: Table[],
  {
    posts = [said(1, { text: 'Good evening' })],
    answers = {} as Answers,
    isWide = false,
    note = null as string | null,
  } = {},
) {
  const MESSAGES = `/api/tables/${id(1)}/messages`
  const page = () => Response.json({ posts, from: 1, to: posts.length, latest: posts.length })
  const tab = await openTab(path, {
    session: mila,
    language: 'en',
    stream: TestStream,
    isWide,
    answers: {
      '/api/tables': () => Response.json({ tables }),
      [MESSAGES]: ({ method, body }) => {
        if (method === 'GET') return page()
        if (method === 'DELETE') {
          tables.shift()
          return done()
        }
        const { id: own, text } = body as { id: string; text: string }
        const author = { ...said(1).author, id: mila.userId, username: mila.username }
        posts.unshift(said(posts.length + 1, { id: own, text, author }))
        return Response.json(posts[0])
      },
      [`${MESSAGES}?after=0`]: page,
      [`/api/tables/${id(1)}/writing`]: done,
      [NOTE]: () => Response.json({ text: note }),
      ...answers,
    },
  })
  const asked = (method: string, address: string) =>
    tab.server.requests.filter((one) => one.method === method && one.path === address)
  return { ...tab, asked, MESSAGES }
}
const bring = (event: Parameters<TestStream['bring']>[0]) =>
  act(() => TestStream.current.bring(event))
const box = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' })

test('who hides is not named at the table any longer, as soon as the club says that something changed', async () => {
  const tables = [table(1)]
  await open('/tables', tables)
  await screen.findByRole('link', { name: 'Ben' })
  tables[0] = table(1, { other: null, last: null })
  bring({ type: 'rooms' })
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Ben' })).toBeNull())
})

test('one’s tables are told by who sits there, what was said last, and whose turn it is', async () => {
  const [cleo, dario, edda] = others
  await open('/tables', [
    table(1, { unread: 2 }),
    table(2, { other: cleo!, last: { isOwn: true, text: 'See you', at: AT }, isMyTurn: false }),
    table(3, { other: dario!, state: 'asked', last: null }),
    table(4, { other: edda!, state: 'waiting', last: null }),
    table(5, { other: null, ...ended }),
  ])
  const sat = within(await screen.findByRole('region', { name: 'Where you sit' }))
  const lines = sat.getAllByRole('article')
  expect(lines.map((one) => one.textContent)).toEqual([
    expect.stringMatching(/Ben.*Good evening.*2 new messages$/),
    expect.stringMatching(/Cleo.*You: See you$/),
  ])
  expect(sat.getByRole('link', { name: 'Ben' }).getAttribute('href')).toBe(`/table/${id(1)}`)
  const waiting = within(screen.getByRole('region', { name: 'Where somebody waits' }))
  expect(waiting.getAllByRole('article').map((one) => one.textContent)).toEqual([
    expect.stringContaining('Would like to sit with you'),
    expect.stringContaining('You sit here and wait'),
  ])
  const over = within(screen.getByRole('region', { name: 'Empty by now' }))
  over.getByRole('link', { name: 'Somebody who is gone' })
  over.getByText('Gone on 21 December 2026')

  // the ways tell it, too: two words, and somebody who waits
  const tab = await screen.findByRole('link', { name: /^Tables/ })
  await waitFor(() => expect(tab.textContent).toContain('3 new'))
  bring({ type: 'message', table: id(2), number: 2, post: said(2, { text: 'And you?' }) })
  await waitFor(() => expect(lines[1]!.textContent).toMatch(/And you\?.*1 new message$/))
  expect(tab.textContent).toContain('4 new')
})

test('a member without a table reads what one is and how one comes about', async () => {
  await open('/tables', [])
  await screen.findByText('No table yet')
  screen.getByText(
    /^At a table two people talk, and nobody else reads it unless one of you reports something\. Once you have/,
  )
  expect(screen.getByRole('link', { name: 'To the rooms' }).getAttribute('href')).toBe('/rooms')
})

test('two talk: what is said stands there, is sent to the table alone, and may be a thousand characters', async () => {
  const { asked, MESSAGES, server } = await open(`/table/${id(1)}`, [table(1)])
  await screen.findByText('Good evening')
  expect(
    screen.getByRole('heading', { level: 1, name: /Ben/ }).querySelector('a')!.getAttribute('href'),
  ).toBe(`/member/${ben.id}`)
  // none of a room's: no wave, no question, no thread
  expect(screen.queryByRole('button', { name: /^Wave/ })).toBeNull()
  expect(server.requests.some(({ path }) => path.startsWith('/api/rooms/'))).toBe(false)

  const long = 'a'.repeat(1_000)
  await userEvent.click(await box())
  await userEvent.paste(long)
  await userEvent.click(screen.getByRole('button', { name: 'Post' }))
  await waitFor(() => expect(asked('POST', MESSAGES)).toHaveLength(1))
  expect(asked('POST', MESSAGES)[0]!.body).toMatchObject({ text: long, replyTo: null })
  expect(asked('POST', MESSAGES)[0]!.body).not.toHaveProperty('icebreakerId')
  await screen.findByText('Your message is at the table.')
  await screen.findByText(long)

  await userEvent.click(await box())
  await userEvent.paste(`${long}a`)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Post' }).disabled).toBe(true)
})

test('a word is answered by a quote, changed by its author, and the other’s arrives as it is said', async () => {
  const own = said(2, {
    text: 'Mine',
    author: { ...said(1).author, id: mila.userId, username: 'Mila' },
  })
  const { asked, MESSAGES } = await open(`/table/${id(1)}`, [table(1)], {
    posts: [own, said(1)],
    answers: {
      [`/api/tables/${id(1)}/messages/${own.id}`]: ({ body }) =>
        Response.json({ ...own, ...(body as object), editedAt: '2026-11-21T11:59:00.000Z' }),
    },
  })
  await screen.findByText('Mine')
  await userEvent.click(screen.getByRole('button', { name: 'Reply to Ben' }))
  await userEvent.type(await box(), 'Yes')
  await userEvent.click(screen.getByRole('button', { name: 'Post' }))
  await waitFor(() => expect(asked('POST', MESSAGES)).toHaveLength(1))
  expect(asked('POST', MESSAGES)[0]!.body).toMatchObject({ replyTo: said(1).id })

  bring({ type: 'ready', userId: mila.userId, rooms: [], tables: [{ id: id(1), latest: 3 }] })
  bring({ type: 'message', table: id(1), number: 4, post: said(4, { text: 'Late' }) })
  await screen.findByText('Late')

  const line = screen.getByText('Mine').closest('article')!
  await userEvent.click(within(line).getByRole('button', { name: 'Edit or delete your post' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const field = await within(await screen.findByRole('dialog')).findByRole('textbox')
  await userEvent.clear(field)
  await userEvent.type(field, 'Ours')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Ours')
  expect(asked('PUT', `${MESSAGES}/${own.id}`)).toHaveLength(1)
})

test('what the other said is reported from its menu, and they are blocked there; nothing of a room’s is offered', async () => {
  const own = said(2, {
    text: 'Mine',
    author: { ...said(1).author, id: mila.userId, username: 'Mila' },
  })
  const { asked } = await open(`/table/${id(1)}`, [table(1)], {
    posts: [own, said(1, { text: 'You are awful' })],
    answers: { '/api/reports': () => Response.json(report({ targetKind: 'message' })) },
  })
  await screen.findByText('Mine')
  // of one’s own words none
  const [more, ...rest] = screen.getAllByRole('button', { name: /^More about/ })
  expect(rest).toEqual([])
  await userEvent.click(more!)
  const menu = within(await screen.findByRole('dialog', { name: 'Message by Ben' }))
  const acts = menu.getByRole('list')
  expect(
    within(acts)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Copy text', 'Report', 'Block Ben'])
  await userEvent.click(menu.getByRole('button', { name: 'Report' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Report this message' }))
  dialog.getByText(/this message and up to ten around it.*We do not tell Ben who reported it/)
  await userEvent.click(dialog.getByRole('radio', { name: 'A threat or violence' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
  await dialog.findByText('Your report R-2026-123456 has arrived')
  expect(asked('POST', '/api/reports').map(({ body }) => body)).toMatchObject([
    { target: { kind: 'message', id: said(1).id }, reason: 'threat' },
  ])
})

test('that the other writes is shown until they have said it, and told of oneself', async () => {
  const { asked } = await open(`/table/${id(1)}`, [table(1)])
  await screen.findByText('Good evening')
  bring({ type: 'table_writing', table: id(1) })
  await screen.findByText('Ben is writing …')
  bring({ type: 'table_writing', table: id(2) })
  bring({ type: 'message', table: id(1), number: 2, post: said(2) })
  await waitFor(() => expect(screen.queryByText('Ben is writing …')).toBeNull())
  await userEvent.type(await box(), 'Hm')
  expect(asked('POST', `/api/tables/${id(1)}/writing`)).toHaveLength(1)
})

test('getting up is one tap and no question, and says how long the words can be read', async () => {
  const tables = [table(1)]
  const { at, asked } = await open(`/table/${id(1)}`, tables, {
    answers: {
      [`/api/tables/${id(1)}`]: () => {
        tables[0] = table(1, ended)
        return done()
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Get up' }))
  await screen.findByText('You got up')
  screen.getByText('What was said can be read for another 30 days.')
  expect(asked('DELETE', `/api/tables/${id(1)}`)).toHaveLength(1)
  await waitFor(() => expect(at()).toBe('/tables'))
  await screen.findByRole('region', { name: 'Empty by now' })
})

test('who went on to somewhere else while getting up stays there', async () => {
  const late = Promise.withResolvers<Response>()
  const { at } = await open(`/table/${id(1)}`, [table(1), table(2, { other: others[0]! })], {
    answers: { [`/api/tables/${id(1)}`]: () => late.promise },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Get up' }))
  await userEvent.click(screen.getByRole('link', { name: 'All tables' }))
  await userEvent.click(await screen.findByRole('link', { name: 'Cleo' }))
  await waitFor(() => expect(at()).toBe(`/table/${id(2)}`))
  late.resolve(done())
  await screen.findByText('You got up')
  // where it would lead is drawn after what it says
  await act(async () => {})
  expect(at()).toBe(`/table/${id(2)}`)
})

test('when the other gets up the words stay, nothing more is said, and one’s copy can go', async () => {
  const tables = [table(1)]
  const { at, asked, MESSAGES } = await open(`/table/${id(1)}`, tables)
  await screen.findByText('Good evening')
  await box()
  tables[0] = table(1, ended)
  bring({ type: 'rooms' })
  await screen.findByText(/^The table is empty now\. You can read what was said until 21 Dec/)
  screen.getByText('Good evening')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Reply/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Get up' })).toBeNull()
  for (const place of ['', '.below', '.reply'])
    writeDraft(mila.userId, `${tablePlace(id(1))}${place}`, 'begun')

  await userEvent.click(screen.getByRole('button', { name: 'Remove your copy now' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(asked('DELETE', MESSAGES)).toHaveLength(0)
  await userEvent.click(screen.getByRole('button', { name: 'Remove your copy now' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove it' }))
  await waitFor(() => expect(asked('DELETE', MESSAGES)).toHaveLength(1))
  await waitFor(() => expect(at()).toBe('/tables'))
  await screen.findByText('Your copy is gone.')
  expect(hasUnsent(mila.userId)).toBe(false)
  await screen.findByText('No table yet')
})

test('what was being written when the other got up is still there, to be copied or discarded', async () => {
  const tables = [table(1)]
  await open(`/table/${id(1)}`, tables)
  await screen.findByText('Good evening')
  await userEvent.type(await box(), 'I meant to say')
  tables[0] = table(1, ended)
  bring({ type: 'rooms' })
  const summary = await screen.findByText('What you were about to say')
  // whoever was writing goes on here
  await waitFor(() => expect(document.activeElement?.contains(summary)).toBe(true))
  expect(document.activeElement).not.toBe(document.body)
  await userEvent.click(summary)
  const begun = screen.getByRole<HTMLTextAreaElement>('textbox', {
    name: 'What you were about to say',
  })
  expect(begun.value).toBe('I meant to say')
  expect(begun.readOnly).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

/** What Mila had begun at some tables before the tab is opened, and a post that one of them refused. */
function begin(...places: string[]) {
  for (const place of places) writeDraft(mila.userId, place, 'begun')
  const refused = `${outboxPrefix(mila.userId)}${said(9).id}`
  const entry = { ...said(9), place: tablePlace(id(2)), icebreakerId: null, createdAt: 1, tries: 1 }
  const rest = { notBefore: 0, waitsFor: null, refusal: { code: 'table_ended' } }
  localStorage.setItem(refused, JSON.stringify({ ...entry, ...rest }))
  return { left: () => places.filter((place) => readDraft(mila.userId, place)), refused }
}

test('what was begun at a table that is gone goes from the device, and what was begun elsewhere stays', async () => {
  const [ending, gone, opened] = [1, 2, 3].map((count) => tablePlace(id(count)))
  const { left, refused } = begin(
    ending!,
    gone!,
    `${gone}.below`,
    `${gone}.reply`,
    opened!,
    'salon',
  )
  await open('/tables', [table(1, ended)], {
    answers: {
      [`/api/tables/${id(2)}`]: () => refusal(codes.notFound, {}, 404),
      // sat down at in another tab, after the list was read
      [`/api/tables/${id(3)}`]: () => Response.json(table(3)),
    },
  })
  await waitFor(() => expect(left()).toEqual([ending, opened, 'salon']))
  await waitFor(() => expect(localStorage.getItem(refused)).toBeNull())
})

test('what was begun at a table stays where the list of tables, or the club, does not answer', async () => {
  const gone = tablePlace(id(2))
  const { left, refused } = begin(gone)
  const { server, asked } = await open('/tables', [], {
    answers: { '/api/tables': () => refusal('unavailable', {}, 503) },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(asked('GET', `/api/tables/${id(2)}`)).toHaveLength(0)
  server.answers['/api/tables'] = () => Response.json({ tables: [] })
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('No table yet')
  await waitFor(() => expect(asked('GET', `/api/tables/${id(2)}`).length).toBeGreaterThan(0))
  expect(left()).toEqual([gone])
  expect(localStorage.getItem(refused)).not.toBeNull()
})

test('a message that a table no longer takes is not taken back to where nothing can be written', async () => {
  const tables = [table(1)]
  await open(`/table/${id(1)}`, tables, {
    answers: {
      [`/api/tables/${id(1)}/messages`]: ({ method }) =>
        method === 'GET'
          ? Response.json({ posts: [said(1)], from: 1, to: 1, latest: 1 })
          : refusal('table_ended', {}, 409),
    },
  })
  await userEvent.type(await box(), 'Too late')
  await userEvent.click(screen.getByRole('button', { name: 'Post' }))
  await screen.findByText(/^Not posted/)
  tables[0] = table(1, ended)
  bring({ type: 'rooms' })
  await screen.findByText(/^The table is empty now\. You can read what was said until/)
  const left = within(screen.getByText('Too late').closest('li')!)
  expect(left.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Discard'])
})

test('on a phone who leaves a table while news of it are on their way finds them in the list', async () => {
  const tables = [table(1)]
  let asks = 0
  const late = Promise.withResolvers<Response>()
  const { at } = await open(`/table/${id(1)}`, tables, {
    answers: {
      '/api/tables': () => ((asks += 1) === 2 ? late.promise : Response.json({ tables })),
    },
  })
  await screen.findByText('Good evening')
  tables[0] = table(1, ended)
  bring({ type: 'rooms' })
  await waitFor(() => expect(asks).toBe(2))
  await userEvent.click(screen.getByRole('link', { name: 'All tables' }))
  await screen.findByRole('region', { name: 'Empty by now' })
  expect(at()).toBe('/tables')
})

test('what changes while the tables are on their way is asked for once more', async () => {
  const tables = [table(1)]
  let asks = 0
  const late = Promise.withResolvers<Response>()
  await open('/tables', tables, {
    answers: {
      '/api/tables': () => ((asks += 1) === 2 ? late.promise : Response.json({ tables })),
    },
  })
  await screen.findByRole('link', { name: 'Ben' })
  bring({ type: 'rooms' })
  await waitFor(() => expect(asks).toBe(2))
  tables[0] = table(1, ended)
  bring({ type: 'rooms' })
  await act(async () => late.resolve(Response.json({ tables: [table(1)] })))
  await screen.findByRole('region', { name: 'Empty by now' })
  expect(asks).toBe(3)
})

test('a member who would rather not sees the table no more, and reads that nobody is told', async () => {
  const tables = [table(1, { state: 'asked', last: null, latest: 0, readNumber: 0 })]
  const { at, asked } = await open(`/table/${id(1)}`, tables, {
    answers: {
      [`/api/tables/${id(1)}`]: () => {
        tables.pop()
        return done()
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Rather not' }))
  await screen.findByText('All right. Nobody is told.')
  expect(asked('DELETE', `/api/tables/${id(1)}`)).toHaveLength(1)
  await waitFor(() => expect(at()).toBe('/tables'))
  await screen.findByText('No table yet')
})

test('who waits says so, and who is asked sits down or would rather not', async () => {
  const tables = [table(1, { state: 'asked', last: null, latest: 0, readNumber: 0 })]
  const { asked, server } = await open(`/table/${id(1)}`, tables, {
    posts: [],
    answers: {
      [`/api/members/${ben.id}/table`]: () => {
        tables[0] = table(1, { last: null, latest: 0, readNumber: 0 })
        return Response.json(tables[0])
      },
    },
  })
  await screen.findByText('Ben sits here and would like to talk with you.')
  screen.getByRole('button', { name: 'Rather not' })
  expect(server.times(`/api/tables/${id(1)}/messages`)).toBe(0)
  await userEvent.click(screen.getByRole('button', { name: 'Sit down together with Ben' }))
  await box()
  expect(asked('POST', `/api/members/${ben.id}/table`)[0]!.body).toEqual({})
})

test('at as many tables as one can one is asked which of them ends', async () => {
  const tables = [
    table(1, { state: 'asked', last: null }),
    ...others.map((other, index) => table(index + 2, { other })),
  ]
  const { asked, at } = await open(`/table/${id(1)}`, tables, {
    answers: {
      [`/api/members/${ben.id}/table`]: ({ body }) => {
        if (!(body as { instead?: string }).instead) return refusal('tables_full', {}, 409)
        tables[0] = table(1)
        return Response.json(tables[0])
      },
    },
  })
  const sit = await screen.findByRole('button', { name: 'Sit down together with Ben' })
  await userEvent.click(sit)
  const dialog = within(await screen.findByRole('dialog', { name: 'Which table ends?' }))
  expect(dialog.queryByRole('button', { name: 'Get up from Ben' })).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Get up from Dario' }))
  await box()
  expect(asked('POST', `/api/members/${ben.id}/table`).at(-1)!.body).toEqual({ instead: id(3) })
  expect(at()).toBe(`/table/${id(1)}`)
})

test('why one cannot sit down is said in words', async () => {
  await open(`/table/${id(1)}`, [table(1, { state: 'asked', last: null })], {
    answers: { [`/api/members/${ben.id}/table`]: () => refusal('answers_owed', {}, 409) },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Sit down together with Ben' }))
  await screen.findByText('You could not sit down')
  await screen.findByText(/waiting for your answer/)
})

test('words go after a day once both want it', async () => {
  const tables = [table(1, { forgetting: 'asked' })]
  const { asked } = await open(`/table/${id(1)}`, tables, {
    answers: {
      [`/api/tables/${id(1)}/forgetting`]: ({ body }) => {
        const { isWanted } = body as { isWanted: boolean }
        tables[0] = table(1, { forgetting: isWanted ? 'on' : 'asked' })
        return Response.json(tables[0])
      },
    },
  })
  await screen.findByText('Ben would like words here to go after a day.')
  await userEvent.click(screen.getByRole('button', { name: 'I want that too' }))
  await screen.findByText('What is said here goes after a day.')
  // what was pressed is gone
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  await userEvent.click(screen.getByRole('button', { name: 'About this table' }))
  const switched = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'Forget after a day',
  })
  expect(switched.checked).toBe(true)
  await userEvent.click(switched)
  await screen.findByText('Ben would like words here to go after a day.')
  expect(asked('PUT', `/api/tables/${id(1)}/forgetting`).map(({ body }) => body)).toEqual([
    { isWanted: true },
    { isWanted: false },
  ])
})

test('what one noted of the other stands beside their name, and in full in the menu', async () => {
  await open(`/table/${id(1)}`, [table(1)], { note: 'Likes jazz, and the window' })
  const noted = await screen.findByText('Likes jazz, and the window')
  expect(noted.closest('header')).toBe(screen.getByRole('heading', { level: 1 }).closest('header'))
  await userEvent.click(screen.getByRole('button', { name: 'About this table' }))
  const menu = within(await screen.findByRole('dialog'))
  await menu.findByText('Likes jazz, and the window')
})

test('what leads outside is explained while it is written, until each has written often enough', async () => {
  const posts = [said(1)]
  await open(`/table/${id(1)}`, [table(1)], { posts })
  await userEvent.type(await box(), 'Call me: 0171 2345678')
  await screen.findByText(/^Once each of you has written 5 times, it can be said here/)
  bring({ type: 'ready', userId: mila.userId, rooms: [], tables: [{ id: id(1), latest: 1 }] })
  for (let number = 2; number <= 10; number += 1) {
    const author = { ...said(1).author, ...(number % 2 === 0 && { id: mila.userId }) }
    bring({ type: 'message', table: id(1), number, post: said(number, { author }) })
  }
  await screen.findByText(/^Whoever has it can reach you outside the club/)
})

test('a table that is none of one’s own is not there', async () => {
  await open(`/table/${id(9)}`, [table(1)])
  await screen.findByText('There is no such table')
})

test('at a desk one’s other tables stand beside the talk', async () => {
  await open(`/table/${id(1)}`, [table(1), table(2, { other: others[0]! })], { isWide: true })
  const beside = within(await screen.findByRole('complementary', { name: 'Tables' }))
  const here = await beside.findByRole('link', { name: 'Ben' })
  expect(here.getAttribute('aria-current')).toBe('page')
  beside.getByRole('link', { name: 'Cleo' })
})

test('what was said at one’s tables is found beside the posts, and leads to its place', async () => {
  const hit = (number: number, more = {}) => ({
    tableId: id(1),
    other: { id: ben.id, username: 'Ben' },
    message: { id: said(number).id, number, isOwn: false, text: 'A secret door', createdAt: AT },
    matches: [{ from: 2, to: 8 }],
    ...more,
  })
  const { server } = await openTab('/search?words=secret', {
    session: mila,
    language: 'en',
    stream: TestStream,
    answers: {
      '/api/search?words=secret': () =>
        Response.json({ found: [], next: null, searchedTo: null, isEmpty: false }),
      '/api/tables/search?words=secret': () => Response.json({ found: [hit(7)], next: 'c' }),
      '/api/tables/search?words=secret&before=c': () =>
        Response.json({ found: [hit(3, { other: null })], next: null }),
    },
  })
  const found = within(await screen.findByRole('region', { name: 'At your tables' }))
  expect(found.getByText('secret').tagName).toBe('MARK')
  expect(found.getByRole('link').getAttribute('href')).toBe(`/table/${id(1)}#post-7`)
  await userEvent.click(found.getByRole('button', { name: 'Show older ones' }))
  await found.findByText('Somebody who is gone')
  // of a room or a member nothing at a table is asked for
  await userEvent.click(screen.getByText('Member, room, time'))
  await userEvent.type(screen.getByLabelText(/^Written by/), 'Ben')
  await userEvent.click(screen.getByRole('button', { name: 'Search' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'At your tables' })).toBeNull())
  expect(server.times('/api/tables/search')).toBe(0)
})
