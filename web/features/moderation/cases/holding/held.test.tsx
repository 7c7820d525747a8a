import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CaseFile } from '#contract/moderation/cases.ts'
import { caseFile, caseLine, deskId } from '#web/testing/cases.ts'
import { closeTab, mila, openTab, otherTabSays, refusal } from '#web/testing/openTab.tsx'
import { TestStream } from '#web/testing/stream.ts'
import { forgetDecision, sendHeld } from './held.ts'

const CASES = '/api/desk/cases'
const IDS = [701, 702, 703].map(deskId)
const RULE = 'Hausregeln, „Seien Sie freundlich“'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  TestStream.all = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
})
afterEach(async () => {
  await act(sendHeld)
  closeTab()
  IDS.map(forgetDecision)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A desk with three cases that wait, and a club that keeps what is decided. */
async function openDesk({ isWide = false } = {}) {
  const files = new Map<string, CaseFile>(
    IDS.map((id, index) => [id, caseFile({ id, number: `C-2026-00000${index + 1}` })]),
  )
  const club = { sent: [] as unknown[] }
  const decide = (id: string, by: string, body: object) => {
    const { kind, grounds } = body as { kind: 'warn'; grounds?: { rule: string; facts: string } }
    const { rule = null, facts = null } = grounds ?? {}
    const last = { id: deskId(711), kind, by, at: '2026-11-21T12:00:00.000Z', facts, rule }
    files.set(id, {
      ...files.get(id)!,
      state: 'decided',
      decision: kind,
      refusal: 'already_decided',
      decisions: [{ ...last, endsAt: null }],
    })
  }
  const waiting = () => {
    const cases = [...files.values()].filter(({ state }) => state === 'open')
    const open = cases.length
    const lines = cases.map(({ id, number }) => caseLine({ id, number }))
    return { cases: lines, next: null, open, overdue: 0, appeals: 0, needsSecondAdmin: false }
  }
  const tab = await openTab(`/admin/reports/${IDS[0]}`, {
    session: { ...mila, isModerator: true },
    stream: TestStream,
    isWide,
    answers: {
      [`${CASES}?state=open`]: () => Response.json(waiting()),
      [`${CASES}?state=decided`]: () => Response.json({ ...waiting(), cases: [] }),
      ...Object.fromEntries(
        IDS.flatMap((id) => [
          [`${CASES}/${id}`, () => Response.json(files.get(id))],
          [
            `${CASES}/${id}/decisions`,
            ({ body }: { body: unknown }) => {
              club.sent.push(body)
              decide(id, 'Mila', body as object)
              return Response.json(files.get(id))
            },
          ],
        ]),
      ),
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Fall C-2026-000001' })
  return { ...tab, club, decide }
}

const lines = () => within(screen.getByRole('region', { name: 'Ihre Entscheidungen' }))
const said = (words: RegExp) =>
  waitFor(() =>
    expect(screen.getByRole('region', { name: 'Ihre Entscheidungen' }).textContent).toMatch(words),
  )
const title = (number: number) =>
  screen.findByRole('heading', { level: 1, name: `Fall C-2026-00000${number}` })
const byRadio = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name })
const send = () => userEvent.click(screen.getByRole('button', { name: 'Entscheiden' }))
const undo = () => lines().getByRole('button', { name: 'Rückgängig' })
/** Each second is drawn before the next one passes. */
async function wait(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 1)
    await act(() => vi.advanceTimersByTimeAsync(1_000))
}

/** What of decisions lies in this tab, or is noted on the device. */
const kept = () =>
  [sessionStorage, localStorage].flatMap((storage) =>
    Object.keys(storage).filter((key) => key.includes('.case.')),
  )

async function warn() {
  await userEvent.click(await byRadio('Verwarnen'))
  await userEvent.selectOptions(screen.getByLabelText('Regel'), RULE)
  await userEvent.type(screen.getByLabelText('Was geschehen ist'), 'Beleidigung.')
  await send()
}
async function findNoBreach() {
  await userEvent.click(await byRadio('Kein Verstoß'))
  await send()
}

test('the next case opens at once; nobody knows of a decision for ten seconds, and then it is told', async () => {
  const { club, at } = await openDesk()
  await warn()
  await title(2)
  expect(at()).toBe(`/admin/reports/${IDS[1]}`)
  // what had the focus is gone with its case
  expect(document.activeElement).toBe(await title(2))
  lines().getByText('Entschieden: Verwarnen')
  lines().getByText(/C-2026-000001/)
  await wait(9)
  expect(club.sent).toEqual([])
  await wait(2)
  await said(/^C-2026-000001 ist entschieden\. Alle Beteiligten wissen Bescheid\.$/)
  expect(club.sent).toMatchObject([
    { kind: 'warn', grounds: { rule: RULE, facts: 'Beleidigung.' } },
  ])
  expect(lines().queryByRole('button')).toBeNull()
  await wait(7)
  expect(lines().queryByText(/C-2026/)).toBeNull()
  expect(kept()).toEqual([])
})

test('taken back it is in its case again as it was, with the focus there; by the button, or by a key', async () => {
  const { club, at } = await openDesk()
  const isAsItWas = async () => {
    await title(1)
    expect(at()).toBe(`/admin/reports/${IDS[0]}`)
    await waitFor(async () => expect(document.activeElement).toBe(await byRadio('Verwarnen')))
    expect(await byRadio('Verwarnen')).toHaveProperty('checked', true)
    expect(screen.getByLabelText('Regel')).toHaveProperty('value', RULE)
    expect(screen.getByLabelText('Was geschehen ist')).toHaveProperty('value', 'Beleidigung.')
    expect(lines().queryByText(/Entschieden/)).toBeNull()
  }
  await warn()
  await title(2)
  await userEvent.click(undo())
  await isAsItWas()
  await send()
  await title(2)
  await userEvent.keyboard('z')
  await isAsItWas()
  await wait(12)
  expect(club.sent).toEqual([])
})

test('also what was chosen without a word', async () => {
  const { club } = await openDesk()
  await userEvent.click(await byRadio('Kein Verstoß'))
  await userEvent.click(screen.getByRole('checkbox', { name: /R-2026-123456/ }))
  await send()
  await title(2)
  await userEvent.click(undo())
  await title(1)
  expect(await byRadio('Kein Verstoß')).toHaveProperty('checked', true)
  expect(screen.getByRole('checkbox', { name: /R-2026-123456/ })).toHaveProperty('checked', true)
  expect(club.sent).toEqual([])
})

test('the time stands still while somebody points at it, or is there with the keyboard', async () => {
  const { club } = await openDesk()
  await findNoBreach()
  await title(2)
  const line = undo().parentElement!
  fireEvent.pointerEnter(line)
  await wait(60)
  fireEvent.pointerLeave(line)
  act(() => undo().focus())
  await wait(60)
  expect(club.sent).toEqual([])
  act(() => undo().blur())
  await wait(11)
  await waitFor(() => expect(club.sent).toHaveLength(1))
})

test('of what waits it is no part meanwhile, and is again once it is taken back', async () => {
  await openDesk({ isWide: true })
  const near = () =>
    within(screen.getByRole('navigation', { name: 'Fälle' }))
      .queryAllByRole('link')
      .map(({ textContent }) => /C-2026-\d+/.exec(textContent)?.[0])
      .filter(Boolean)
  await waitFor(() => expect(near()).toHaveLength(3))
  await findNoBreach()
  await title(2)
  expect(near()).toEqual(['C-2026-000002', 'C-2026-000003'])
  await userEvent.click(undo())
  await title(1)
  expect(near()).toHaveLength(3)
})

test('the next decision sends it, and who decides the last one sees it decided where it is', async () => {
  const { club, at } = await openDesk()
  for (const number of [1, 2, 3]) {
    await title(number)
    await findNoBreach()
    await said(new RegExp(`C-2026-00000${number} · Noch weiß niemand davon`))
    await waitFor(() => expect(club.sent).toHaveLength(number - 1))
  }
  // none is left to open
  expect(at()).toBe(`/admin/reports/${IDS[2]}`)
  screen.getByText(/^Das haben Sie eben entschieden/)
  expect(screen.queryByRole('button', { name: 'Entscheiden' })).toBeNull()
  await wait(11)
  await screen.findByRole('list', { name: 'Entscheidungen' })
  expect(screen.queryByText(/^Das haben Sie eben entschieden/)).toBeNull()
  expect(club.sent).toHaveLength(3)
})

test('a second proof of identity replaces the first, and then it is done', async () => {
  const { club } = await openDesk()
  await userEvent.click(await byRadio('Sperren'))
  await userEvent.selectOptions(screen.getByLabelText('Wie lange'), '7')
  await userEvent.selectOptions(screen.getByLabelText('Regel'), RULE)
  await userEvent.type(screen.getByLabelText('Was geschehen ist'), 'Drohungen.')
  await send()
  const question = within(await screen.findByRole('dialog'))
  expect(club.sent).toEqual([])
  await userEvent.click(question.getByRole('button', { name: 'Sperren' }))
  await title(2)
  expect(club.sent).toHaveLength(1)
  expect(lines().queryByRole('button')).toBeNull()
})

test('it stays on the list of cases, and is sent when the desk is left', async () => {
  const { club, at } = await openDesk()
  await findNoBreach()
  await title(2)
  await userEvent.click(screen.getByRole('link', { name: 'Zurück zu den Meldungen' }))
  await screen.findByRole('heading', { level: 1, name: 'Meldungen' })
  undo()
  expect(screen.queryByRole('link', { name: /C-2026-000001/ })).toBeNull()
  expect(club.sent).toEqual([])
  await userEvent.click(screen.getByRole('link', { name: 'Jahreszahlen' }))
  await waitFor(() => expect(at()).toBe('/admin/reports/figures'))
  await waitFor(() => expect(club.sent).toHaveLength(1))
})

test('it is sent when another tab is shown', async () => {
  const { club } = await openDesk()
  await findNoBreach()
  await title(2)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(club.sent).toHaveLength(1))
})

test('what cannot be sent is in its case again, with the reason, and from there it can be', async () => {
  const { club, server } = await openDesk()
  const take = server.answers[`${CASES}/${IDS[0]}/decisions`]!
  server.answers[`${CASES}/${IDS[0]}/decisions`] = () => Promise.reject(new Error('no line'))
  await warn()
  await title(2)
  await wait(11)
  const told = within(await lines().findByRole('alert'))
  told.getByText(/Ihre Entscheidung wurde nicht gespeichert/)
  await wait(60)
  await userEvent.click(lines().getByRole('link', { name: 'Zum Fall' }))
  await title(1)
  expect(await byRadio('Verwarnen')).toHaveProperty('checked', true)
  expect(screen.getByLabelText('Was geschehen ist')).toHaveProperty('value', 'Beleidigung.')
  server.answers[`${CASES}/${IDS[0]}/decisions`] = take
  await send()
  await title(2)
  expect(lines().queryByRole('alert')?.textContent).toBeUndefined()
  await wait(11)
  await said(/C-2026-000001 ist entschieden/)
  expect(club.sent).toHaveLength(1)
})

test('who was slower than a colleague reads so wherever they are, and keeps their words', async () => {
  const { server, decide } = await openDesk()
  server.answers[`${CASES}/${IDS[0]}/decisions`] = () => refusal('already_decided', {}, 409)
  await warn()
  await title(2)
  decide(IDS[0]!, 'Jo', { kind: 'ban' })
  await wait(11)
  await lines().findByText(
    'Jo war schneller: Ausschließen. Ihre Entscheidung wurde nicht gespeichert.',
  )
  await userEvent.click(lines().getByRole('link', { name: 'Zum Fall' }))
  const own = within(await screen.findByRole('region', { name: 'Was Sie geschrieben hatten' }))
  own.getByText('Beleidigung.')
  await userEvent.click(own.getByRole('button', { name: 'Verwerfen' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a decision whose answer got lost is not said to have failed', async () => {
  const { server, decide } = await openDesk()
  server.answers[`${CASES}/${IDS[0]}/decisions`] = ({ body }) => {
    decide(IDS[0]!, 'Mila', body as object)
    return Promise.reject(new Error('no line'))
  }
  await warn()
  await title(2)
  await wait(11)
  await said(/C-2026-000001 ist entschieden/)
})

test('who logs out meanwhile is asked first, and for nobody else’s session it is ever sent', async () => {
  const { club, at } = await openDesk({ isWide: true })
  await findNoBreach()
  await title(2)
  await userEvent.click(screen.getByRole('button', { name: 'Log Out' }))
  const asked = within(await screen.findByRole('dialog'))
  await userEvent.click(asked.getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => otherTabSays('signed_out', null, { isLeft: true }))
  await waitFor(() => expect(at()).toBe('/login'))
  await wait(12)
  expect(club.sent).toEqual([])
})
