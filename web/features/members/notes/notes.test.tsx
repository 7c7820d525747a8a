import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { NOTE_LENGTH } from '#contract/members/notes.ts'
import {
  closeTab,
  mila,
  openTab,
  otherTabSays,
  refusal,
  type Server,
} from '#web/testing/openTab.tsx'
import { settle } from '#web/testing/turns.ts'

afterEach(() => (closeTab(), localStorage.clear(), sessionStorage.clear()))

const ben = {
  id: '018f0000-0000-7000-8000-00000000000b',
  username: 'Ben',
  city: null,
  bio: null,
  isVerified: false,
  role: null,
  memberSince: '2026-03',
  photos: [],
}
const NOTE = `/api/notes/${ben.id}`

async function openPage(note: string | null, answer?: Server['answers'][string]) {
  let kept = note
  const tab = await openTab(`/member/${ben.id}`, {
    session: mila,
    language: 'en',
    answers: {
      [`/api/members/${ben.id}`]: () => Response.json(ben),
      [NOTE]: (request) => {
        const { method, body } = request
        if (method === 'PUT' && answer) return answer(request)
        if (method === 'PUT') kept = (body as { text: string }).text.trim() || null
        return Response.json({ text: kept })
      },
    },
  })
  return {
    ...tab,
    field: await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your private note' }),
  }
}
const keep = () => userEvent.click(screen.getByRole('button', { name: 'Save the note' }))

test('a note is written on the page of somebody, and cleared by leaving it empty', async () => {
  const { field, server } = await openPage(null)
  expect(field.value).toBe('')
  await userEvent.type(field, 'likes jazz')
  await keep()
  await screen.findByText('Your note is saved.')
  await userEvent.clear(field)
  await keep()
  await screen.findByText('Your note is gone.')
  const sent = server.requests.filter(({ path, method }) => path === NOTE && method === 'PUT')
  expect(sent.map(({ body }) => body)).toEqual([{ text: 'likes jazz' }, { text: '' }])
})

test('what was begun survives a reload in this tab, and is over once it is kept', async () => {
  const { field } = await openPage('likes jazz')
  expect(field.value).toBe('likes jazz')
  await userEvent.type(field, ', and cats')
  closeTab()
  const again = await openPage('likes jazz')
  expect(again.field.value).toBe('likes jazz, and cats')
  await keep()
  await screen.findByText('Your note is saved.')
  closeTab()
  expect((await openPage('likes jazz')).field.value).toBe('likes jazz')
})

test('what is typed while the note is on its way is kept in this tab', async () => {
  const answer = Promise.withResolvers<Response>()
  const { field } = await openPage(null, () => answer.promise)
  await userEvent.type(field, 'likes jazz')
  await keep()
  await userEvent.type(field, ', and cats')
  await act(async () => answer.resolve(Response.json({ text: 'likes jazz' })))
  const button = screen.getByRole('button', { name: 'Save the note' })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'))
  expect(screen.queryByText('Your note is saved.')).toBeNull()
  closeTab()
  expect((await openPage('likes jazz')).field.value).toBe('likes jazz, and cats')
})

test('one changed on another device follows while nothing is typed, and never takes what is', async () => {
  const { field, server, client } = await openPage('likes jazz')
  const savedElsewhere = async (text: string) => {
    server.answers[NOTE] = ({ method, body }) =>
      Response.json({ text: method === 'PUT' ? (body as { text: string }).text : text })
    await act(() => client.refetchQueries({ queryKey: [NOTE] }))
  }
  await savedElsewhere('likes jazz and cats')
  await waitFor(() => expect(field.value).toBe('likes jazz and cats'))
  await userEvent.type(field, ', and rain')
  await savedElsewhere('moved to Ulm')
  await screen.findByText('Meanwhile you changed this note elsewhere. There it says:')
  screen.getByText('moved to Ulm')
  expect(field.value).toBe('likes jazz and cats, and rain')
  await keep()
  await screen.findByText('Your note is saved.')
  expect(screen.queryByText('moved to Ulm')).toBeNull()
})

test('one that was only looked at never takes the place of what was saved elsewhere', async () => {
  const { field } = await openPage('likes jazz')
  await userEvent.click(field)
  await userEvent.tab()
  closeTab()
  expect((await openPage('moved to Ulm')).field.value).toBe('moved to Ulm')
})

test('what was begun over another note says after a reload what is saved now', async () => {
  const { field } = await openPage('likes jazz')
  await userEvent.type(field, ', and cats')
  closeTab()
  const again = await openPage('moved to Ulm')
  await screen.findByText('Meanwhile you changed this note elsewhere. There it says:')
  screen.getByText('moved to Ulm')
  expect(again.field.value).toBe('likes jazz, and cats')
  await userEvent.type(again.field, ', and rain')
  closeTab()
  await openPage('moved to Ulm')
  await screen.findByText('Meanwhile you changed this note elsewhere. There it says:')
})

test('an answer from before a save does not bring back what stood there', async () => {
  const { field, server, client } = await openPage('likes jazz')
  const early = Promise.withResolvers<Response>()
  server.answers[NOTE] = ({ method }) =>
    method === 'PUT' ? Response.json({ text: 'likes jazz, and cats' }) : early.promise
  await userEvent.type(field, ', and cats')
  void client.refetchQueries({ queryKey: [NOTE] })
  await keep()
  await screen.findByText('Your note is saved.')
  await act(async () => early.resolve(Response.json({ text: 'likes jazz' })))
  await act(settle)
  expect(field.value).toBe('likes jazz, and cats')
})

test('too long a note is not sent, and says so at its field', async () => {
  const { field, server } = await openPage(null)
  await userEvent.click(field)
  await userEvent.paste('x'.repeat(NOTE_LENGTH + 1))
  await keep()
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(document.activeElement).toBe(field)
  expect(server.requests.filter(({ method }) => method === 'PUT')).toEqual([])
})

test('one that could not be kept stands there still', async () => {
  const { field } = await openPage(null, () => refusal('unavailable', {}, 503))
  await userEvent.type(field, 'likes jazz')
  await keep()
  await screen.findByRole('button', { name: 'Save the note' })
  await waitFor(() => expect(screen.queryByText('Your note is saved.')).toBeNull())
  expect(screen.getAllByRole('alert').some(({ textContent }) => textContent)).toBe(true)
  expect(field.value).toBe('likes jazz')
})

test('a note whose writer left meanwhile is not kept for whoever came', async () => {
  const saved = Promise.withResolvers<Response>()
  const { field, server, client } = await openPage(null, () => saved.promise)
  await userEvent.type(field, 'likes jazz')
  await keep()
  server.session = { ...mila, userId: '018f0000-0000-7000-8000-00000000000c', username: 'Cleo' }
  otherTabSays('signed_in', server.session.userId)
  await waitFor(() => expect(screen.queryByDisplayValue('likes jazz')).toBeNull())
  saved.resolve(Response.json({ text: 'likes jazz' }))
  await settle()
  expect(client.getQueryData([NOTE])).not.toEqual({ text: 'likes jazz' })
})

test('on one’s own page there is none', async () => {
  await openTab(`/member/${mila.userId}`, {
    session: mila,
    language: 'en',
    answers: {
      [`/api/members/${mila.userId}`]: () => Response.json({ ...ben, id: mila.userId }),
    },
  })
  await screen.findByRole('article')
  expect(screen.queryByRole('textbox', { name: 'Your private note' })).toBeNull()
})
