import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { report } from '#web/testing/cases.ts'
import { GuardedSession } from '#web/platform/session/session.ts'
import { mila, refusal } from '#web/testing/openTab.tsx'
import { startText } from '#web/text/i18n.ts'
import type { Locale } from '#web/text/language.ts'
import { LazyReportDialog } from './LazyReportDialog.tsx'
import type { Reported } from './ReportDialog.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => (cleanup(), vi.unstubAllGlobals()))

const target: Reported = {
  kind: 'post',
  id: '018f0000-0000-7000-8000-0000000000d1',
  memberId: '018f0000-0000-7000-8000-0000000000c1',
  username: 'Ben',
}
type Body = { id: string; reason: string; details?: string; illegal?: object }

/** A page with one thing to report, before a club that answers so. */
async function openPage({
  onBlock = vi.fn<(target: Reported) => Promise<unknown>>(() => Promise.resolve()),
  language = 'en' as Locale,
  answer = () => Response.json(report()),
  me = mila,
  kind = 'post' as Reported['kind'],
}: {
  onBlock?: (target: Reported) => Promise<unknown>
  language?: Locale
  answer?: () => Response | Promise<Response>
  me?: typeof mila
  kind?: Reported['kind']
} = {}) {
  const asked: { path: string; body: Body }[] = []
  const club = {
    answer,
    sent: [] as Body[],
    sentTo: (path: string) => asked.filter((one) => one.path === path).map(({ body }) => body),
  }
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    const sent = JSON.parse(body as string) as Body
    asked.push({ path, body: sent })
    club.sent.push(sent)
    return club.answer()
  })
  await startText(language)
  function Page() {
    const [about, setAbout] = useState<Reported | null>(null)
    return (
      <>
        <p>{useLocation().pathname}</p>
        <button type="button" onClick={() => setAbout({ ...target, kind })}>
          Open
        </button>
        <LazyReportDialog target={about} onClose={() => setAbout(null)} onBlock={onBlock} />
      </>
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <GuardedSession value={me}>
          <Page />
        </GuardedSession>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const open = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Open' }))
    return within(await screen.findByRole('dialog'))
  }
  return { club, onBlock, open, dialog: await open() }
}

const SEND = { name: 'Send report' }

test('a reason and one more tap send a report, and its number leads to the case', async () => {
  const { club, dialog, onBlock } = await openPage()
  dialog.getByRole('heading', { name: 'Report this post' })
  dialog.getByText(/Ben does not learn who reported/)
  await userEvent.click(dialog.getByRole('radio', { name: 'Harassment or insults' }))
  await userEvent.click(dialog.getByRole('button', SEND))
  await dialog.findByText('Your report R-2026-123456 has arrived')
  expect(club.sent).toEqual([
    {
      id: expect.any(String) as string,
      target: { kind: 'post', id: target.id },
      reason: 'harassment',
    },
  ])
  expect(onBlock).not.toHaveBeenCalled()
  await userEvent.click(dialog.getByRole('link', { name: 'See what becomes of it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  screen.getByText('/reports/R-2026-123456')
})

test('nothing is chosen beforehand, and without a reason nothing is sent', async () => {
  const { club, dialog } = await openPage()
  for (const box of [...dialog.getAllByRole('radio'), ...dialog.getAllByRole('checkbox')])
    expect(box).toHaveProperty('checked', false)
  await userEvent.click(dialog.getByRole('button', SEND))
  await dialog.findByText('Please select a reason')
  expect(document.activeElement).toBe(dialog.getAllByRole('radio')[0])
  await userEvent.click(dialog.getByRole('radio', { name: 'Something else' }))
  expect(dialog.queryByText('Please select a reason')).toBeNull()
  await userEvent.click(dialog.getByLabelText('Details (optional)'))
  await userEvent.paste('x'.repeat(501))
  dialog.getByText('501/500')
  await userEvent.click(dialog.getByRole('button', SEND))
  await dialog.findByText('This is too long')
  expect(club.sent).toEqual([])
  // what a page divides long words by is not kept, and does not count
  await userEvent.clear(dialog.getByLabelText('Details (optional)'))
  await userEvent.click(dialog.getByLabelText('Details (optional)'))
  await userEvent.paste('wört\u00ADer'.repeat(80) + 'x'.repeat(20))
  dialog.getByText('500/500')
  await userEvent.click(dialog.getByRole('button', SEND))
  await waitFor(() => expect(club.sent).toHaveLength(1))
})

test('what is against the law takes an explanation and good faith', async () => {
  const { club, dialog } = await openPage()
  await userEvent.click(dialog.getByRole('radio', { name: 'Against the law' }))
  await userEvent.click(dialog.getByRole('button', SEND))
  await dialog.findByText('Please fill in this field')
  const words = dialog.getByLabelText('What makes it illegal?')
  expect(document.activeElement).toBe(words)
  await userEvent.type(words, 'Eine Beleidigung.')
  await userEvent.click(dialog.getByRole('radio', { name: 'A threat or violence' }))
  await userEvent.click(dialog.getByRole('radio', { name: 'Against the law' }))
  expect(dialog.getByLabelText('What makes it illegal?')).toHaveProperty(
    'value',
    'Eine Beleidigung.',
  )
  await userEvent.click(dialog.getByRole('checkbox', { name: /good faith/ }))
  await userEvent.click(dialog.getByRole('button', SEND))
  await dialog.findByText(/has arrived/)
  expect(club.sent[0]).toMatchObject({
    reason: 'illegal',
    illegal: { explanation: 'Eine Beleidigung.', isGoodFaith: true },
  })
})

test('without a line what was typed stays, also when the window is put away, and goes out once', async () => {
  const { club, dialog, open } = await openPage({ answer: () => Promise.reject(new TypeError()) })
  await userEvent.click(dialog.getByRole('radio', { name: 'Advertising or spam' }))
  await userEvent.type(dialog.getByLabelText('Details (optional)'), 'Dreimal heute.')
  await userEvent.click(dialog.getByRole('button', SEND))
  await dialog.findByText('Your report was not sent')
  dialog.getByText(/What you typed is still here/)
  await userEvent.click(dialog.getByRole('button', SEND))
  await waitFor(() => expect(club.sent).toHaveLength(2))
  expect(club.sent[1]?.id).toBe(club.sent[0]?.id)
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const again = await open()
  expect(again.getByRole('radio', { name: 'Advertising or spam' })).toHaveProperty('checked', true)
  expect(again.getByLabelText('Details (optional)')).toHaveProperty('value', 'Dreimal heute.')
  club.answer = () => Response.json(report())
  await userEvent.click(again.getByRole('button', SEND))
  await again.findByText(/has arrived/)
  // found again they are the same report, which may have arrived
  expect(club.sent[2]?.id).toBe(club.sent[0]?.id)
})

test('a report outlives a reload and the end of the session, in this tab, until it is sent', async () => {
  const lost = await openPage({ answer: () => refusal('not_signed_in', {}, 401) })
  await userEvent.click(lost.dialog.getByRole('radio', { name: 'Against the law' }))
  await userEvent.type(lost.dialog.getByLabelText('What makes it illegal?'), 'Eine Drohung.')
  await userEvent.click(lost.dialog.getByRole('checkbox', { name: /good faith/ }))
  await userEvent.click(lost.dialog.getByRole('button', SEND))
  await waitFor(() => expect(lost.club.sent).toHaveLength(1))
  expect(JSON.stringify({ ...localStorage })).not.toContain('Eine Drohung.')
  cleanup()

  const { club, dialog } = await openPage()
  expect(dialog.getByLabelText('What makes it illegal?')).toHaveProperty('value', 'Eine Drohung.')
  await userEvent.click(dialog.getByRole('button', SEND))
  await dialog.findByText(/has arrived/)
  expect(club.sent).toMatchObject([
    { reason: 'illegal', illegal: { explanation: 'Eine Drohung.', isGoodFaith: true } },
  ])
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Eine Drohung.')
})

test('who reports too much, or may not for a while, is told so and loses nothing', async () => {
  const { club, dialog } = await openPage({
    answer: () => refusal('too_many_attempts', { retryAfter: 7200 }, 429),
  })
  await userEvent.click(dialog.getByRole('radio', { name: 'Something else' }))
  await userEvent.click(dialog.getByRole('button', SEND))
  await dialog.findByText('Please wait 2 hours.')
  club.answer = () => refusal('reporting_limited', { until: '2026-12-01T18:00:00.000Z' }, 403)
  await userEvent.click(dialog.getByRole('button', SEND))
  await dialog.findByText(/You cannot report until 1 December 2026/)
  club.answer = () => refusal('PGRST116', {}, 404)
  await userEvent.click(dialog.getByRole('button', SEND))
  await dialog.findByText('This is no longer in the club.')
  expect(dialog.getByRole('radio', { name: 'Something else' })).toHaveProperty('checked', true)
})

test('the person is blocked as well where that was ticked, after the report', async () => {
  const { dialog, onBlock } = await openPage({ language: 'de' })
  await userEvent.click(dialog.getByRole('radio', { name: 'Drohung oder Gewalt' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Ben auch blockieren' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Meldung absenden' }))
  await dialog.findByText('Ben ist blockiert.')
  expect(onBlock).toHaveBeenCalledExactlyOnceWith(target)
})

test('a report arrives although the block does not', async () => {
  const { dialog } = await openPage({ onBlock: () => Promise.reject(new Error('no line')) })
  await userEvent.click(dialog.getByRole('radio', { name: /^Somebody may be under/ }))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Also block Ben' }))
  await userEvent.click(dialog.getByRole('button', SEND))
  await dialog.findByText(/has arrived/)
  dialog.getByText(/Blocking Ben did not work/)
})

const moderator = { ...mila, isModerator: true }
const CASE_ID = '018f0000-0000-7000-8000-0000000000e1'
const OWN_CASE = { name: 'Open a case instead' }

test('one of the staff opens a case about it instead, once, and is led to it', async () => {
  let answer: (response: Response) => void = () => {}
  const { club, dialog } = await openPage({
    me: moderator,
    answer: () => new Promise((resolve) => (answer = resolve)),
  })
  await userEvent.dblClick(dialog.getByRole('button', OWN_CASE))
  answer(Response.json({ caseId: CASE_ID }))
  await screen.findByText(`/admin/reports/${CASE_ID}`)
  // whose it is, the club knows itself
  expect(club.sentTo('/api/desk/cases')).toEqual([{ target: { kind: 'post', id: target.id } }])
  expect(club.sentTo('/api/reports')).toEqual([])
})

test('a case that cannot be opened says why in its place, and the report can be written all the same', async () => {
  const { club, dialog } = await openPage({
    me: moderator,
    answer: () => refusal('PGRST116', {}, 404),
  })
  await userEvent.click(dialog.getByRole('button', OWN_CASE))
  await dialog.findByText('This is no longer in the club.')
  club.answer = () => refusal('own_case', {}, 403)
  await userEvent.click(dialog.getByRole('button', OWN_CASE))
  await dialog.findByText('You cannot do this about yourself, or about what you reported.')
  club.answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await userEvent.click(dialog.getByRole('button', OWN_CASE))
  await dialog.findByText(/Please check your connection/)
  screen.getByText('/')
  club.answer = () => Response.json(report())
  await userEvent.click(dialog.getByRole('radio', { name: 'Something else' }))
  await userEvent.click(dialog.getByRole('button', SEND))
  await dialog.findByText('Your report R-2026-123456 has arrived')
})

test('nobody but staff is offered a case, and of words of a table nobody is', async () => {
  const { dialog } = await openPage()
  expect(dialog.queryByRole('button', OWN_CASE)).toBeNull()
  cleanup()
  const atTable = await openPage({ me: moderator, kind: 'message' })
  atTable.dialog.getByRole('heading', { name: 'Report this message' })
  expect(atTable.dialog.queryByRole('button', OWN_CASE)).toBeNull()
})
