import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appeal, deskId, statement } from '#web/testing/cases.ts'
import { closeTab, mila, openTab, refusal } from '#web/testing/openTab.tsx'

beforeEach(() => localStorage.clear())
afterEach(closeTab)

const LIST = '/api/statements'
const ONE = deskId(501)
const READ = '/api/statement-links/read'
const TOKEN = 'a'.repeat(43)
const kept = () => JSON.stringify({ ...localStorage })
const suspended = {
  ...mila,
  suspension: { until: '2026-11-27T10:00:00.000Z', reason: 'Beleidigung' },
}

test('a suspended member gets from the closed door to why, until when, and how to object', async () => {
  let stands = statement()
  const { at } = await openTab('/rooms', {
    session: suspended,
    answers: {
      [LIST]: () => Response.json({ statements: [stands] }),
      [`${LIST}/${ONE}/appeals`]: ({ body }) => {
        stands = statement({ mayAppeal: false, appeal: appeal(body as { text: string }) })
        return Response.json(stands.appeal)
      },
    },
  })
  await userEvent.click(await screen.findByRole('link', { name: /how to object/ }))
  await waitFor(() => expect(at()).toBe('/statements'))
  const line = within(await screen.findByRole('article', { name: 'Account suspended' }))
  line.getByText('In force')
  line.getByText('You can object until 20 May 2027.')
  await userEvent.click(line.getByRole('link', { name: 'Account suspended' }))
  await screen.findByRole('heading', { level: 1, name: 'Account suspended' })
  expect(at()).toBe(`/statements/${ONE}`)
  const value = (name: string) => screen.getByText(name).nextElementSibling?.textContent
  expect(value('What happened')).toBe('Sie haben jemanden mehrfach beleidigt.')
  expect(value('Rule of the club')).toBe('Hausregeln, „Seien Sie freundlich“')
  expect(value('Until')).toMatch(/^27 November 2026/)
  expect(value('Automated')).toMatch(/^No\./)
  expect(value('How to object')).toBe('Sie können sechs Monate lang widersprechen.')
  await userEvent.type(screen.getByLabelText('Your objection'), 'Das war ein Zitat.')
  await userEvent.click(screen.getByRole('button', { name: 'Send objection' }))
  await screen.findByText('Your objection has arrived.')
  expect(screen.getByText('Das war ein Zitat.').dir).toBe('auto')
})

test.each(['/rooms', '/profile'])('a suspended member still gets no %s', async (path) => {
  await openTab(path, { session: suspended })
  await screen.findByRole('heading', { name: 'Your account is suspended' })
})

test('what was removed is shown as it was, and what is lifted or over says so', async () => {
  await openTab(`/statements/${ONE}`, {
    session: mila,
    answers: {
      [LIST]: () =>
        Response.json({
          statements: [
            statement({
              kind: 'removal',
              endsAt: null,
              removed: { kind: 'post', text: 'Du bist hässlich.' },
              ground: 'law',
              rule: '§ 185 StGB',
            }),
            statement({ id: deskId(502), liftedAt: '2026-11-21T10:00:00.000Z' }),
            statement({
              id: deskId(503),
              kind: 'posting_limit',
              endsAt: '2026-11-20T10:00:00.000Z',
            }),
            statement({ id: deskId(504), kind: 'ban', endsAt: null }),
          ],
        }),
    },
  })
  expect((await screen.findByText('Du bist hässlich.')).dir).toBe('auto')
  screen.getByText('§ 185 StGB')
  expect(screen.queryByText('Until')).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'All decisions' }))
  const lines = await screen.findAllByRole('article')
  expect(lines.map((line) => line.querySelector('header')?.textContent)).toEqual([
    'Something of yours was removed',
    'Account suspendedLifted',
    'Posting pausedOver',
    'Membership endedIn force',
  ])
})

test('what came back of a removal that was lifted is said, and what had no room', async () => {
  const lifted = { kind: 'removal', endsAt: null, liftedAt: '2026-11-21T10:00:00.000Z' } as const
  const statements = [
    statement({ ...lifted, removed: { kind: 'photo', text: null }, restored: 'no_room' }),
    statement({
      ...lifted,
      id: deskId(502),
      removed: { kind: 'profile', text: 'I sell things.' },
      restored: 'part',
    }),
    statement({
      ...lifted,
      id: deskId(503),
      removed: { kind: 'message', text: 'You are awful.' },
      restored: 'not_kept',
    }),
  ]
  const answers = { [LIST]: () => Response.json({ statements }) }
  await openTab(`/statements/${ONE}`, { session: mila, answers })
  await screen.findByText(/as many photos as there may be/)
  await userEvent.click(screen.getByRole('link', { name: 'All decisions' }))
  await userEvent.click((await screen.findAllByRole('link', { name: /removed/ }))[1]!)
  await screen.findByText(/^In part\./)
  await userEvent.click(screen.getByRole('link', { name: 'All decisions' }))
  await userEvent.click((await screen.findAllByRole('link', { name: /removed/ }))[2]!)
  await screen.findByText(/^A message at a table/)
  screen.getByText('No. The table it stood at no longer has it.')
})

test.each([
  ['was lifted', { liftedAt: '2026-11-21T10:00:00.000Z' }, /^This decision was lifted/],
  ['is too old', { appealUntil: '2026-05-20T21:59:59.000Z' }, 'The time to object is over.'],
])('why one cannot object is said: it %s', async (_, given, words) => {
  const statements = [statement({ ...given, mayAppeal: false })]
  const answers = { [LIST]: () => Response.json({ statements }) }
  await openTab(`/statements/${ONE}`, { session: mila, answers })
  await screen.findByText(words)
  expect(screen.queryByLabelText('Your objection')).toBeNull()
})

test('the mailed link alone shows a statement, takes an objection, and leaves no trace', async () => {
  let stands = statement()
  const { server, location } = await openTab(
    { pathname: '/appeal', hash: `#token=${TOKEN}` },
    {
      language: 'de',
      answers: {
        [READ]: () => Response.json(stands),
        '/api/statement-links/appeals': ({ body }) => {
          stands = statement({ mayAppeal: false, appeal: appeal(body as { text: string }) })
          return Response.json(stands.appeal)
        },
      },
    },
  )
  await screen.findByText('Sie haben jemanden mehrfach beleidigt.')
  expect(location().hash).toBe('')
  await userEvent.type(screen.getByLabelText('Ihr Widerspruch'), 'Das war ein Zitat.')
  await userEvent.click(screen.getByRole('button', { name: 'Widerspruch absenden' }))
  await screen.findByText('Ihr Widerspruch ist angekommen.')
  expect(server.requests.find(({ path }) => path.endsWith('/appeals'))?.body).toMatchObject({
    token: TOKEN,
    text: 'Das war ein Zitat.',
  })
})

test('a link that is used up, or none at all, says what helps', async () => {
  await openTab('/appeal')
  await screen.findByText('This link is invalid or has expired.')
  closeTab()
  await openTab(
    { pathname: '/appeal', hash: `#token=${TOKEN}` },
    { answers: { [READ]: () => refusal('invalid_link', {}, 422) } },
  )
  await screen.findByText('This link is invalid or has expired.')
  expect(screen.getByRole('link', { name: 'To the contact page' }).getAttribute('href')).toBe(
    '/kontakt',
  )
})

test('an objection that another device made meanwhile is shown in place of the form', async () => {
  let stands = statement()
  await openTab(`/statements/${ONE}`, {
    session: mila,
    answers: {
      [LIST]: () => Response.json({ statements: [stands] }),
      [`${LIST}/${ONE}/appeals`]: () => {
        stands = statement({ mayAppeal: false, appeal: appeal() })
        return refusal('already_appealed', {}, 409)
      },
    },
  })
  await userEvent.type(await screen.findByLabelText('Your objection'), 'Noch einmal.')
  await userEvent.click(screen.getByRole('button', { name: 'Send objection' }))
  await screen.findByText('Das war ein Zitat.')
  expect(screen.queryByRole('textbox')).toBeNull()
  // what was written here did not arrive
  await screen.findByText('There is an objection to this already.')
  expect(screen.queryByText('Your objection has arrived.')).toBeNull()
})

test('an objection outlives a session that ends before it is sent, and is kept no longer than that', async () => {
  let stands = statement()
  const answers = {
    [LIST]: () => Response.json({ statements: [stands] }),
    [`${LIST}/${ONE}/appeals`]: () => {
      server.session = null
      return refusal('not_signed_in', {}, 401)
    },
  }
  const { server, at } = await openTab(`/statements/${ONE}`, { session: mila, answers })
  await userEvent.type(await screen.findByLabelText('Your objection'), 'Das war ein Zitat.')
  await userEvent.click(screen.getByRole('button', { name: 'Send objection' }))
  await waitFor(() => expect(at()).toBe('/login'))
  closeTab()

  answers[`${LIST}/${ONE}/appeals`] = () => {
    stands = statement({ mayAppeal: false, appeal: appeal() })
    return Response.json(stands.appeal)
  }
  await openTab(`/statements/${ONE}`, { session: mila, answers })
  const box = await screen.findByLabelText<HTMLTextAreaElement>('Your objection')
  expect(box.dir).toBe('auto')
  expect(box.value).toBe('Das war ein Zitat.')
  await userEvent.click(screen.getByRole('button', { name: 'Send objection' }))
  await screen.findByText('Your objection has arrived.')
  expect(kept()).not.toContain('Zitat')
})

test('an objection begun by the mailed link stays in no browser', async () => {
  await openTab(
    { pathname: '/appeal', hash: `#token=${TOKEN}` },
    { answers: { [READ]: () => Response.json(statement()) } },
  )
  await userEvent.type(await screen.findByLabelText('Your objection'), 'Das war ein Zitat.')
  expect(kept()).not.toContain('Zitat')
})
