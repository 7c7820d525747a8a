import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Person } from '#contract/moderation/caseFile.ts'
import type { CaseFile } from '#contract/moderation/cases.ts'
import {
  caseFile,
  caseLine,
  caseReport,
  deskId,
  evidence,
  handover,
  person,
} from '#web/testing/cases.ts'
import { fill } from '#web/testing/fill.ts'
import { closeTab, mila, openTab, refusal } from '#web/testing/openTab.tsx'
import { forgetDecision, sendHeld } from '#web/features/moderation/cases/holding/held.ts'
import { switchShortcuts } from '#web/platform/shortcuts/shortcuts.ts'
import { TestStream } from '#web/testing/stream.ts'

beforeEach(() => (localStorage.clear(), sessionStorage.clear(), void (TestStream.all = [])))
afterEach(async () => {
  await act(sendHeld)
  closeTab()
  forgetDecision(deskId(701))
})

const CASES = '/api/desk/cases'
const CASE = `${CASES}/${deskId(701)}`
const HANDOVER = `/api/desk/handovers/${deskId(971)}`
const told = (words: string | RegExp) =>
  waitFor(() =>
    expect(screen.getAllByRole('status').map((one) => one.textContent)).toContainEqual(
      typeof words === 'string' ? words : (expect.stringMatching(words) as string),
    ),
  )
const byRadio = (name: string) => screen.getByRole('radio', { name })
const send = () => userEvent.click(screen.getByRole('button', { name: 'Entscheiden' }))
/** Decides, and does not wait until it can no longer be taken back. */
const decideNow = async () => {
  await send()
  act(() => void sendHeld())
}
const said = (words: string) =>
  waitFor(() =>
    expect(screen.getByRole('region', { name: 'Ihre Entscheidungen' }).textContent).toContain(
      words,
    ),
  )
const lines = () => within(screen.getByRole('region', { name: 'Ihre Entscheidungen' }))
/** What holds whom the case is about by an earlier decision. */
const SUSPENDED: Person['statements'][number] = {
  id: deskId(501),
  number: 'S-2026-123456',
  kind: 'suspension',
  startsAt: '2026-11-20T10:00:00.000Z',
  endsAt: '2026-11-27T10:00:00.000Z',
  liftedAt: null,
}
const RULE = 'Hausregeln, „Seien Sie freundlich“'
const write = async (rule: string, facts: string) => {
  await userEvent.selectOptions(screen.getByLabelText('Regel'), rule)
  await fill(screen.getByLabelText('Was geschehen ist'), facts)
}

/** What the member is going to read, which is folded until somebody wants to see it. */
async function openPreview() {
  const preview = await screen.findByRole('region', { name: 'Was das Mitglied lesen wird' })
  const folded = preview.querySelector('details')!
  expect(folded.open).toBe(false)
  await userEvent.click(within(preview).getByText('Was das Mitglied lesen wird'))
  expect(folded.open).toBe(true)
  return within(preview)
}

/** A case, before a club that keeps what is decided about it. */
async function openCase(file: CaseFile, { isAdmin = false } = {}) {
  const club = { file, sent: [] as unknown[], isProved: true }
  const tab = await openTab(`/admin/reports/${file.id}`, {
    session: { ...mila, isModerator: true, isAdmin },
    stream: TestStream,
    answers: {
      [CASE]: () => Response.json(club.file),
      [`${CASE}/decisions`]: ({ body }) => {
        club.sent.push(body)
        decide('Mila', (body as { kind: 'warn' }).kind)
        return Response.json(club.file)
      },
      '/api/auth/proof': () => {
        club.isProved = true
        return Response.json({ until: '2026-11-21T12:10:00.000Z' })
      },
    },
  })
  const decide = (by: string, kind: CaseFile['decisions'][number]['kind']) => {
    club.file = {
      ...club.file,
      state: 'decided',
      decision: kind,
      decisions: [
        {
          id: deskId(711),
          kind,
          by,
          at: '2026-11-21T12:00:00.000Z',
          facts: 'Beleidigung.',
          rule: 'Hausregeln',
          endsAt: null,
        },
      ],
    }
  }
  await screen.findByRole('heading', { level: 1, name: `Fall ${file.number}` })
  return { ...tab, club, decide }
}

test('a case shows what was reported as it was, what stood around it, and both sides', async () => {
  await openCase(
    caseFile({
      evidence: [
        evidence({
          isGone: true,
          context: [
            {
              author: 'Ida',
              text: 'Guten Abend.',
              createdAt: '2026-11-21T09:50:00.000Z',
              isQuoted: true,
            },
          ],
        }),
      ],
    }),
  )
  const first = within(await screen.findByRole('region', { name: 'Beweis 1: Beitrag' }))
  const said = first.getByText('Du bist hässlich.')
  expect([said.lang, said.dir]).toEqual(['', 'auto'])
  first.getByText('Nicht mehr da oder geändert')
  first.getByText('1 Beitrag drumherum')
  first.getByText('Zitiert')
  const about = within(screen.getByRole('region', { name: 'Über Ben' }))
  about.getByText('4-mal, davon 1 berechtigt')
  const told = within(screen.getByRole('article', { name: 'R-2026-123456' }))
  told.getByText('Schon zum dritten Mal.')
  told.getByText('Gemeldet von Ida')
})

test('words of a table are shown with those around them, and that reading them is told', async () => {
  const around = { author: 'Ida', createdAt: '2026-11-21T09:50:00.000Z', isQuoted: false }
  await openCase(
    caseFile({
      evidence: [
        evidence({
          kind: 'message',
          room: null,
          context: [
            { ...around, text: 'Guten Abend.' },
            { ...around, text: 'Hör auf.' },
          ],
        }),
      ],
    }),
  )
  const first = within(await screen.findByRole('region', { name: 'Beweis 1: Nachricht am Tisch' }))
  first.getByText('2 Nachrichten drumherum')
  within(first.getByRole('list', { name: 'Nachrichten drumherum' })).getByText('Hör auf.')
  first.getByText(/Dass Sie das lesen, ist vermerkt/)
})

test('a picture is covered and not even fetched until somebody asks, and can be covered again', async () => {
  await openCase(
    caseFile({
      reasons: ['intimate'],
      evidence: [evidence({ kind: 'photo', text: null, hasPhoto: true })],
    }),
  )
  const one = within(await screen.findByRole('region', { name: 'Beweis 1: Foto' }))
  expect(one.queryByRole('img')).toBeNull()
  one.getByText(/kann es intim sein/)
  await userEvent.click(one.getByRole('button', { name: 'Bild zeigen' }))
  expect(one.getByRole('img').getAttribute('src')).toBe(`/api/desk/evidence/${deskId(901)}/photo`)
  await userEvent.click(one.getByRole('button', { name: 'Bild verdecken' }))
  expect(one.queryByRole('img')).toBeNull()
})

test('a picture that did not come is asked for once more, not covered', async () => {
  await openCase(caseFile({ evidence: [evidence({ kind: 'photo', text: null, hasPhoto: true })] }))
  const one = within(await screen.findByRole('region', { name: 'Beweis 1: Foto' }))
  await userEvent.click(one.getByRole('button', { name: 'Bild zeigen' }))
  fireEvent.error(one.getByRole('img'))
  expect(one.getByRole('alert').textContent).toContain('konnte nicht geladen werden')
  await userEvent.click(one.getByRole('button', { name: 'Noch einmal versuchen' }))
  expect(one.queryByRole('alert')).toBeNull()
  expect(one.getByRole('img').getAttribute('src')).toBe(`/api/desk/evidence/${deskId(901)}/photo`)
  one.getByRole('button', { name: 'Bild verdecken' })
})

test('a decision needs its fields, says what is missing in its place, and shows what the member will read', async () => {
  const { club } = await openCase(caseFile())
  await send()
  await screen.findByText('Bitte wählen Sie eine Entscheidung')
  await userEvent.click(byRadio('Schreibpause'))
  await send()
  await screen.findByText('Bitte wählen Sie, wie lange')
  expect(screen.getAllByText('Bitte füllen Sie das aus')).toHaveLength(2)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Wie lange')))
  await userEvent.selectOptions(screen.getByLabelText('Wie lange'), '7')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Beitrag: Du bist hässlich.' }))
  await write(RULE, 'Beleidigung.')
  const preview = await openPreview()
  await preview.findByText('Sie können alles lesen und eine Zeit lang nichts schreiben.')
  preview.getByText('Beleidigung.')
  screen.getByText(/Das Mitglied liest Deutsch\./)
  await userEvent.click(preview.getByRole('button', { name: 'English' }))
  await preview.findByText('You can read everything and cannot post for a while.')
  await decideNow()
  await said('C-2026-123456 ist entschieden. Alle Beteiligten wissen Bescheid.')
  const { until, ...rest } = club.sent[0] as { until: string }
  expect(rest).toEqual({
    kind: 'limit_posting',
    reports: 1,
    version: 'as opened',
    grounds: { ground: 'terms', rule: RULE, facts: 'Beleidigung.' },
    removes: [deskId(901)],
  })
  expect(Math.abs(Date.parse(until) - Date.parse('2026-11-28T12:00:00.000Z'))).toBeLessThan(60_000)
  expect(screen.queryByRole('button', { name: 'Entscheiden' })).toBeNull()
  expect(screen.getByRole('list', { name: 'Entscheidungen' }).textContent).toContain('Mila')
})

test('the facts are begun with a sentence by the way of what is typed, so that it can be taken back', async () => {
  const insert = vi.fn<Document['execCommand']>(() => false)
  document.execCommand = insert
  onTestFinished(() => void Reflect.deleteProperty(document, 'execCommand'))
  await openCase(caseFile())
  await userEvent.click(byRadio('Verwarnen'))
  const facts = screen.getByLabelText('Was geschehen ist')
  await fill(facts, 'Im Salon. ')
  const sentences = screen.getByRole('combobox', { name: 'Mit einem Satz beginnen …' })
  const sentence = within(sentences).getAllByRole('option')[1]!.textContent
  await userEvent.selectOptions(sentences, sentence)
  expect(insert.mock.calls).toEqual([['insertText', false, sentence]])
  // a browser that refuses it
  expect(facts).toHaveProperty('value', `Im Salon. ${sentence}`)
  expect(document.activeElement).toBe(sentences)
  await userEvent.tab()
  expect(document.activeElement).toBe(facts)
  expect(sentences).toHaveProperty('value', '')
})

test('removing takes something to remove; no breach takes nothing, and may call a report unfounded', async () => {
  const { club } = await openCase(caseFile())
  await userEvent.click(byRadio('Entfernen'))
  await write(RULE, 'Beleidigung.')
  await send()
  await screen.findByText('Bitte wählen Sie, was entfernt wird')
  expect(club.sent).toEqual([])
  await userEvent.click(byRadio('Kein Verstoß'))
  expect(screen.queryByLabelText('Regel')).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: 'R-2026-123456 · Ida' }))
  await decideNow()
  await said('ist entschieden')
  expect(club.sent).toEqual([
    { kind: 'no_breach', reports: 1, version: 'as opened', unfounded: [deskId(951)] },
  ])
})

test('what its member took away meanwhile is chosen no longer', async () => {
  const { club, server } = await openCase(caseFile())
  server.answers[`${CASE}/decisions`] = ({ body }) => {
    club.sent.push(body)
    const gone = club.file.evidence.map((one) => ({ ...one, isGone: true }))
    club.file = { ...club.file, evidence: gone }
    return refusal('invalid_input', { errors: [{ path: 'removes', message: 'invalid' }] }, 400)
  }
  await userEvent.click(byRadio('Verwarnen'))
  await write(RULE, 'Beleidigung.')
  await userEvent.click(screen.getAllByRole('checkbox')[0]!)
  await decideNow()
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull())
  await decideNow()
  await waitFor(() => expect(club.sent).toHaveLength(2))
  expect(club.sent[0]).toHaveProperty('removes')
  expect(club.sent[1]).not.toHaveProperty('removes')
})

test('before somebody is kept out one is asked once more', async () => {
  const { club } = await openCase(caseFile())
  await userEvent.click(byRadio('Ausschließen'))
  await write(RULE, 'Drohungen.')
  await send()
  const dialog = within(await screen.findByRole('dialog', { name: 'Ben ausschließen?' }))
  dialog.getByText(/Ein laufendes Abonnement endet/)
  expect(club.sent).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Abbrechen' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText('Was geschehen ist')).toHaveProperty('value', 'Drohungen.')
  await send()
  const again = within(await screen.findByRole('dialog'))
  await userEvent.click(again.getByRole('button', { name: 'Ausschließen' }))
  await told(/ist entschieden/)
  expect(club.sent).toHaveLength(1)
})

test('who comes second reads who was quicker, and what they decided', async () => {
  const { server, decide } = await openCase(caseFile())
  server.answers[`${CASE}/decisions`] = () => {
    decide('Jo', 'warn')
    return refusal('already_decided', {}, 409)
  }
  await userEvent.click(byRadio('Kein Verstoß'))
  await decideNow()
  await lines().findByText(
    'Jo war schneller: Verwarnen. Ihre Entscheidung wurde nicht gespeichert.',
  )
})

test('what others do meanwhile is seen at once, and what is being written stays', async () => {
  const { club } = await openCase(caseFile())
  await userEvent.click(byRadio('Verwarnen'))
  await write(RULE, 'Ich schreibe noch')
  club.file = {
    ...club.file,
    reports: 2,
    latest: [...club.file.latest, caseReport({ id: deskId(952), number: 'R-2026-000002' })],
  }
  act(() => TestStream.current.bring({ type: 'reports' }))
  await screen.findByRole('article', { name: 'R-2026-000002' })
  expect(screen.getByLabelText('Was geschehen ist')).toHaveProperty('value', 'Ich schreibe noch')
})

test('what was reported while one wrote is read before anything is decided, and the words stay', async () => {
  const { club, server } = await openCase(caseFile())
  const take = server.answers[`${CASE}/decisions`]!
  server.answers[`${CASE}/decisions`] = (asked) => {
    const { reports } = asked.body as { reports: number }
    if (reports === club.file.reports) return take(asked)
    club.sent.push(asked.body)
    return refusal('more_reported', {}, 409)
  }
  const report = (number: string) => {
    const reports = club.file.reports + 1
    const more = caseReport({ id: deskId(950 + reports), number })
    club.file = { ...club.file, reports, latest: [more, ...club.file.latest] }
  }
  await userEvent.click(byRadio('Verwarnen'))
  await write(RULE, 'Beleidigung im Raum.')
  // it is on the screen by then, and nobody can know whether it was read
  report('R-2026-000002')
  act(() => TestStream.current.bring({ type: 'reports' }))
  await screen.findByRole('article', { name: 'R-2026-000002' })
  await decideNow()
  await lines().findByText(/^In diesem Fall hat sich inzwischen etwas geändert\./)
  expect(screen.getByLabelText('Was geschehen ist')).toHaveProperty('value', 'Beleidigung im Raum.')
  // and one the line did not tell of
  report('R-2026-000003')
  await decideNow()
  await screen.findByRole('article', { name: 'R-2026-000003' })
  await decideNow()
  await said('ist entschieden')
  expect(club.sent).toMatchObject([{ reports: 1 }, { reports: 2 }, { reports: 3, kind: 'warn' }])
})

test('what changed without a report while one wrote is read before anything is decided, too', async () => {
  const { club, server } = await openCase(caseFile())
  const take = server.answers[`${CASE}/decisions`]!
  server.answers[`${CASE}/decisions`] = (asked) => {
    const { version } = asked.body as { version: string }
    if (version === club.file.version) return take(asked)
    club.sent.push(asked.body)
    return refusal('more_reported', {}, 409)
  }
  await userEvent.click(byRadio('Verwarnen'))
  await write(RULE, 'Beleidigung im Raum.')
  club.file = { ...club.file, version: 'a minor, perhaps', age: 'suspected' }
  act(() => TestStream.current.bring({ type: 'reports' }))
  await screen.findByText(/vorläufig gesperrt/)
  await decideNow()
  await lines().findByText(/^In diesem Fall hat sich inzwischen etwas geändert\./)
  await decideNow()
  await said('ist entschieden')
  expect(club.sent).toMatchObject([{ version: 'as opened' }, { version: 'a minor, perhaps' }])
})

test('words a colleague was quicker than stay readable, with who it was, until they are put away', async () => {
  const { decide } = await openCase(caseFile())
  await userEvent.click(byRadio('Verwarnen'))
  await write(RULE, 'Ich schreibe noch')
  decide('Jo', 'suspend')
  act(() => TestStream.current.bring({ type: 'reports' }))
  await told('Jo war schneller: Sperren. Ihre Entscheidung wurde nicht gespeichert.')
  expect(screen.queryByLabelText('Was geschehen ist')).toBeNull()
  const own = within(screen.getByRole('region', { name: 'Was Sie geschrieben hatten' }))
  own.getByText(RULE)
  own.getByText('Ich schreibe noch')
  const place = screen.getByRole('list', { name: 'Entscheidungen' }).parentElement
  await waitFor(() => expect(document.activeElement).toBe(place))
  await userEvent.click(own.getByRole('button', { name: 'Verwerfen' }))
  expect(screen.queryByText('Ich schreibe noch')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(place))
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Ich schreibe noch')
})

/** Everything is written, and one is asked once more. */
async function askToBan() {
  await userEvent.click(byRadio('Ausschließen'))
  await write(RULE, 'Drohungen.')
  await send()
  return within(await screen.findByRole('dialog', { name: 'Ben ausschließen?' }))
}
const overtakenBy = async (name: string, decide: (by: string, kind: 'warn') => void) => {
  decide(name, 'warn')
  act(() => TestStream.current.bring({ type: 'reports' }))
  await told(`${name} war schneller: Verwarnen. Ihre Entscheidung wurde nicht gespeichert.`)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const place = screen.getByRole('list', { name: 'Entscheidungen' }).parentElement
  await waitFor(() => expect(document.activeElement).toBe(place))
  within(screen.getByRole('region', { name: 'Was Sie geschrieben hatten' })).getByText('Drohungen.')
}

test.each([
  ['a colleague decides', 'Jo'],
  ['one decides in another window', 'Mila'],
])(
  'the question before somebody is kept out goes when %s, says so, and does not come back',
  async (_, name) => {
    const { club, decide } = await openCase(caseFile())
    await askToBan()
    await overtakenBy(name, decide)
    // an objection overturned it
    club.file = { ...club.file, state: 'open', decision: null }
    act(() => TestStream.current.bring({ type: 'reports' }))
    expect(await screen.findByLabelText('Was geschehen ist')).toHaveProperty('value', 'Drohungen.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(club.sent).toEqual([])
  },
)

test('nor is anybody left proving who they are for what a colleague has decided', async () => {
  const { server, decide } = await openCase(caseFile())
  server.answers[`${CASE}/decisions`] = () => refusal('proof_needed', {}, 403)
  const question = await askToBan()
  await userEvent.click(question.getByRole('button', { name: 'Ausschließen' }))
  await screen.findByRole('dialog', { name: /bestätigen Sie/ })
  await overtakenBy('Jo', decide)
})

test('a decision outlives a session that ends, in this tab, until it is sent', async () => {
  const ended = await openCase(caseFile())
  ended.server.answers[`${CASE}/decisions`] = () => {
    ended.server.session = null
    return refusal('not_signed_in', {}, 401)
  }
  await userEvent.click(byRadio('Verwarnen'))
  await write(RULE, 'Dreimal im selben Raum.')
  await decideNow()
  await waitFor(() => expect(ended.at()).toBe('/login'))
  // it quotes members, and a device may be anybody's tomorrow
  expect(JSON.stringify({ ...localStorage })).not.toContain('Dreimal')
  closeTab()

  const { club } = await openCase(caseFile())
  await decideNow()
  await said('ist entschieden')
  expect(club.sent).toEqual([
    {
      kind: 'warn',
      reports: 1,
      version: 'as opened',
      grounds: { ground: 'terms', rule: RULE, facts: 'Dreimal im selben Raum.' },
    },
  ])
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Dreimal')
})

test('one’s own decision, heard of before its answer comes, is nobody else’s', async () => {
  const { server, decide, club } = await openCase(caseFile())
  let answer = () => {}
  server.answers[`${CASE}/decisions`] = () =>
    new Promise((resolve) => {
      decide('Mila', 'warn')
      answer = () => resolve(Response.json(club.file))
    })
  await userEvent.click(byRadio('Verwarnen'))
  await write(RULE, 'Beleidigung im Raum.')
  await decideNow()
  await waitFor(() => expect(server.times(`${CASE}/decisions`)).toBe(1))
  act(() => TestStream.current.bring({ type: 'reports' }))
  await screen.findByRole('list', { name: 'Entscheidungen' })
  act(answer)
  await said('C-2026-123456 ist entschieden. Alle Beteiligten wissen Bescheid.')
  expect(screen.queryByRole('region', { name: 'Was Sie geschrieben hatten' })).toBeNull()
})

test('what happened once is said so', async () => {
  const file = caseFile({
    about: person({ reportsAbout: 1, reportsUpheld: 0, reportsMade: 1, reportsUnfounded: 1 }),
  })
  await openTab(`/admin/reports/${file.id}`, {
    session: { ...mila, isModerator: true },
    language: 'en',
    answers: { [CASE]: () => Response.json(file) },
  })
  const about = within(await screen.findByRole('region', { name: 'About Ben' }))
  about.getByText('once, 0 upheld')
  about.getByText('once, 1 unfounded')
})

test('an outcome has a key, which is a letter where somebody types, and can be turned off', async () => {
  await openCase(caseFile({ keepOutRefusal: 'staff_member' }))
  const chosen = () =>
    screen
      .getAllByRole<HTMLInputElement>('radio')
      .filter(({ name, checked }) => name === 'kind' && checked)
      .map((radio) => radio.getAttribute('aria-keyshortcuts'))
  await userEvent.keyboard('3')
  expect(byRadio('Verwarnen')).toHaveProperty('checked', true)
  // which has the focus then, and is no field one types in
  expect(document.activeElement).toBe(byRadio('Verwarnen'))
  await userEvent.keyboard('4')
  expect(chosen()).toEqual(['4'])
  // nobody of the staff is kept out
  await userEvent.keyboard('6')
  await userEvent.keyboard('7')
  expect(chosen()).toEqual(['4'])
  await userEvent.type(screen.getByLabelText('Was geschehen ist'), '1')
  expect(chosen()).toEqual(['4'])
  expect(screen.getByLabelText<HTMLTextAreaElement>('Was geschehen ist').value).toBe('1')
  ;(document.activeElement as HTMLElement).blur()
  act(() => switchShortcuts(false))
  await userEvent.keyboard('1')
  expect(chosen()).toEqual([null])
  expect(byRadio('Schreibpause')).toHaveProperty('checked', true)
  act(() => switchShortcuts(true))
})

test('a member who reads English is shown to the desk as reading English, and the preview is theirs', async () => {
  await openCase(caseFile({ language: 'en' }))
  await userEvent.click(await screen.findByRole('radio', { name: 'Verwarnen' }))
  const preview = await openPreview()
  const words = await preview.findByText(/This is a warning/)
  expect(words.closest('[lang]')?.getAttribute('lang')).toBe('en')
  expect(preview.getByRole('button', { name: 'English' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByLabelText('Was geschehen ist')).toHaveProperty('tagName', 'TEXTAREA')
  screen.getByText(/Das Mitglied liest Englisch\./)
})

test.each([
  ['a report among notices', ['post' as const], 'Erika M.', 'Ein Mitglied hat es gemeldet.'],
  ['a notice without a name', [], null, 'Jemand hat es über unser Formular gemeldet.'],
])(
  'the preview says what drew attention to it as the statement will: %s',
  async (_, targets, notifier, words) => {
    await openCase(
      caseFile({ targets, reports: 2, latest: [caseReport({ reporter: null, notifier })] }),
    )
    await userEvent.click(await screen.findByRole('radio', { name: 'Verwarnen' }))
    await (await openPreview()).findByText(words)
  },
)

test('a notice from outside waits for its member; nothing but no breach can be decided before', async () => {
  const { server, club } = await openCase(
    caseFile({
      about: null,
      username: null,
      evidence: [],
      latest: [caseReport({ reporter: null, notifier: 'Erika M.', location: 'Raum Wintergarten' })],
    }),
  )
  expect(byRadio('Verwarnen')).toHaveProperty('disabled', true)
  expect(byRadio('Kein Verstoß')).toHaveProperty('disabled', false)
  screen.getByText('Raum Wintergarten')
  server.answers[`${CASE}/member`] = () => refusal('PGRST116', {}, 404)
  await userEvent.type(screen.getByLabelText('Benutzername'), 'Ben')
  await userEvent.click(screen.getByRole('button', { name: 'Zuordnen' }))
  await screen.findByText('Niemand hat diesen Namen')
  server.answers[`${CASE}/member`] = () => refusal('already_pending', {}, 409)
  await userEvent.click(screen.getByRole('button', { name: 'Zuordnen' }))
  await screen.findByText(/wartet je eine Übergabe/)
  server.answers[`${CASE}/member`] = () => refusal('proof_needed', {}, 403)
  await userEvent.click(screen.getByRole('button', { name: 'Zuordnen' }))
  await screen.findByRole('dialog', { name: /bestätigen Sie/ })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  server.answers[`${CASE}/member`] = () => {
    club.file = caseFile()
    return Response.json({ caseId: deskId(701) })
  }
  await userEvent.click(screen.getByRole('button', { name: 'Zuordnen' }))
  await told('Das Mitglied ist zugeordnet.')
  expect(byRadio('Verwarnen')).toHaveProperty('disabled', false)
})

test('nobody decides about themselves', async () => {
  await openCase(caseFile({ refusal: 'own_case' }))
  await screen.findByText('Über sich selbst oder die eigene Meldung entscheidet niemand.')
  expect(screen.queryByRole('button', { name: 'Entscheiden' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Übergabe vorschlagen' })).toBeNull()
})

test('what an objection overturned is decided anew by somebody else', async () => {
  await openCase(caseFile({ refusal: 'same_decider' }))
  await screen.findByText(/Neu entscheidet jemand anderes/)
  expect(screen.queryByRole('button', { name: 'Entscheiden' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Übergabe vorschlagen' })).toBeDefined()
})

test('what the authorities are to learn outlives the session, in this tab, until it is proposed', async () => {
  const facts = 'Er droht, sie heute zu besuchen.'
  const ended = await openCase(caseFile())
  ended.server.answers[`${CASE}/handovers`] = () => {
    ended.server.session = null
    return refusal('not_signed_in', {}, 401)
  }
  await userEvent.click(screen.getByRole('button', { name: 'Übergabe vorschlagen' }))
  await userEvent.keyboard(facts)
  await userEvent.click(screen.getByRole('button', { name: 'Vorschlagen' }))
  await waitFor(() => expect(ended.at()).toBe('/login'))
  expect(JSON.stringify({ ...localStorage })).not.toContain(facts)
  closeTab()

  const { server, club } = await openCase(caseFile())
  server.answers[`${CASE}/handovers`] = ({ body }) => {
    club.file = { ...club.file, handovers: [handover(body as { facts: string })] }
    return Response.json(club.file.handovers[0])
  }
  await screen.findByDisplayValue(facts)
  await userEvent.click(screen.getByRole('button', { name: 'Vorschlagen' }))
  await told(/^Vorgeschlagen/)
  expect(JSON.stringify(server.requests)).toContain(facts)
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(facts)
})

test('a proposal that another admin is quicker with says so, and keeps what was written', async () => {
  const facts = 'Er droht, sie heute zu besuchen.'
  const { server, club } = await openCase(caseFile())
  await userEvent.click(screen.getByRole('button', { name: 'Übergabe vorschlagen' }))
  await userEvent.keyboard(facts)
  club.file = { ...club.file, handovers: [handover({ facts: 'Anders.' })] }
  act(() => TestStream.current.bring({ type: 'reports' }))
  await told(/^Inzwischen ist eine Übergabe vorgeschlagen/)
  expect(screen.queryByRole('button', { name: 'Vorschlagen' })).toBeNull()

  club.file = { ...club.file, handovers: [handover({ facts: 'Anders.', state: 'refused' })] }
  act(() => TestStream.current.bring({ type: 'reports' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Übergabe vorschlagen' }))
  await screen.findByDisplayValue(facts)
  // and at the server, before anything was heard of it
  server.answers[`${CASE}/handovers`] = () => {
    club.file = { ...club.file, handovers: [handover({ facts: 'Noch einmal.' })] }
    return refusal('already_pending', {}, 409)
  }
  await userEvent.click(screen.getByRole('button', { name: 'Vorschlagen' }))
  await told(/^Inzwischen ist eine Übergabe vorgeschlagen/)
  expect(JSON.stringify({ ...sessionStorage })).toContain(facts)
})

test('the authorities are told when another admin confirms, who proves who they are', async () => {
  const { server, club } = await openCase(caseFile(), { isAdmin: true })
  server.answers[`${CASE}/handovers`] = ({ body }) => {
    const { facts } = body as { facts: string }
    const own = handover({ facts, proposedBy: 'Mila', refusal: 'same_decider' })
    club.file = { ...club.file, handovers: [own], awaitsSecond: true }
    return Response.json(own)
  }
  await userEvent.click(screen.getByRole('button', { name: 'Übergabe vorschlagen' }))
  await userEvent.keyboard('Er droht, sie heute zu besuchen.')
  await userEvent.click(screen.getByRole('button', { name: 'Vorschlagen' }))
  await told('Vorgeschlagen. Jetzt bestätigt eine andere Person mit Admin-Rolle.')
  screen.getByText(/die es nicht vorgeschlagen hat/)
  expect(screen.queryByRole('button', { name: 'Bestätigen' })).toBeNull()

  club.file = { ...club.file, handovers: [handover()] }
  club.isProved = false
  server.answers[`${HANDOVER}/answer`] = () => {
    if (!club.isProved) return refusal('proof_needed', {}, 403)
    club.file = { ...club.file, handovers: [handover({ state: 'confirmed', answeredBy: 'Mila' })] }
    return Response.json(club.file.handovers[0])
  }
  act(() => TestStream.current.bring({ type: 'reports' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Bestätigen' }))
  const proof = within(await screen.findByRole('dialog', { name: /bestätigen Sie/ }))
  await userEvent.type(await proof.findByLabelText('Passwort'), 'correct horse{Enter}')
  await screen.findByText('Bestätigt')
  screen.getByRole('button', { name: 'Datenpaket herunterladen' })
})

test('of a proposal whose author left the staff it says so, and it can be proposed anew', async () => {
  const { club } = await openCase(caseFile({ handovers: [handover({ state: 'refused' })] }))
  await screen.findByText(/gehört nicht mehr zum Team/)
  screen.getByRole('button', { name: 'Übergabe vorschlagen' })
  const answeredAt = '2026-11-21T10:35:00.000Z'
  const handovers = [handover({ state: 'refused', answeredBy: 'Mila', answeredAt })]
  club.file = { ...club.file, handovers }
  act(() => TestStream.current.bring({ type: 'reports' }))
  await screen.findByText(/Mila/, { selector: 'li *' })
  expect(screen.queryByText(/gehört nicht mehr zum Team/)).toBeNull()
})

test('a restriction is lifted with a reason', async () => {
  const { server, club } = await openCase(caseFile({ about: person({ statements: [SUSPENDED] }) }))
  server.answers[`/api/desk/statements/${deskId(501)}/lift`] = () => {
    const lifted = { ...SUSPENDED, liftedAt: '2026-11-21T12:00:00.000Z' }
    club.file = { ...club.file, about: person({ statements: [lifted] }) }
    return Response.json({ done: true })
  }
  await userEvent.click(screen.getByRole('button', { name: 'Aufheben: S-2026-123456' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Aufheben: Sperre?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Aufheben' }))
  await dialog.findByText('Bitte füllen Sie das aus')
  await userEvent.type(dialog.getByLabelText('Warum'), 'Verwechslung.')
  await userEvent.click(dialog.getByRole('button', { name: 'Aufheben' }))
  await told('S-2026-123456 ist aufgehoben.')
  await screen.findByText(/aufgehoben 21\.11\.2026/)
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Verwechslung.')
})

test('a minor by the record is not let in again, and how to mend the record is said', async () => {
  const { server } = await openCase(caseFile({ about: person({ statements: [SUSPENDED] }) }))
  const errors = [{ path: 'birthdate', message: 'birthdate_underage' }]
  server.answers[`/api/desk/statements/${deskId(501)}/lift`] = () =>
    Response.json({ code: 'invalid_input', errors }, { status: 400 })
  await userEvent.click(screen.getByRole('button', { name: 'Aufheben: S-2026-123456' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Aufheben: Sperre?' }))
  await userEvent.type(dialog.getByLabelText('Warum'), 'Verwechslung.')
  await userEvent.click(dialog.getByRole('button', { name: 'Aufheben' }))
  await dialog.findByText(/unter „Anträge“ berichtigen/)
  expect(dialog.getByLabelText('Warum')).toHaveProperty('value', 'Verwechslung.')
})

test('a restriction that a colleague lifts meanwhile is said, and the question about it goes', async () => {
  const { club } = await openCase(caseFile({ about: person({ statements: [SUSPENDED] }) }))
  await userEvent.click(screen.getByRole('button', { name: 'Aufheben: S-2026-123456' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Aufheben: Sperre?' }))
  await userEvent.type(dialog.getByLabelText('Warum'), 'Verwechslung.')
  const lifted = { ...SUSPENDED, liftedAt: '2026-11-21T12:00:00.000Z' }
  club.file = { ...club.file, about: person({ statements: [lifted] }) }
  act(() => TestStream.current.bring({ type: 'reports' }))
  await told('S-2026-123456 ist aufgehoben.')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Aufheben: S-2026-123456' })).toBeNull()
  const name = 'Was Sie zu S-2026-123456 geschrieben hatten'
  const own = within(screen.getByRole('region', { name }))
  own.getByText('Verwechslung.')
  await userEvent.click(own.getByRole('button', { name: 'Verwerfen' }))
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  expect(screen.queryByRole('region', { name })).toBeNull()
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Verwechslung.')
})

test('why a restriction is lifted outlives a reload, in this tab', async () => {
  const lifting = async () => {
    await openCase(caseFile({ about: person({ statements: [SUSPENDED] }) }))
    await userEvent.click(screen.getByRole('button', { name: 'Aufheben: S-2026-123456' }))
    return within(await screen.findByRole('dialog')).getByLabelText('Warum')
  }
  await userEvent.type(await lifting(), 'Verwechslung.')
  expect(JSON.stringify({ ...localStorage })).not.toContain('Verwechslung.')
  closeTab()
  expect(await lifting()).toHaveProperty('value', 'Verwechslung.')
})

test('a case nobody knows, and one that does not come', async () => {
  await openTab('/admin/reports/nothing', {
    session: { ...mila, isModerator: true },
    answers: { '/api/desk/cases/nothing': () => refusal('invalid_input', {}, 400) },
  })
  await screen.findByText('Diesen Fall gibt es nicht')
})

test('once it is decided the next case that waits opens by itself', async () => {
  const { server, at } = await openCase(caseFile())
  const next = caseLine({ id: deskId(703), number: 'C-2026-000703' })
  server.answers[`${CASES}?state=open`] = () =>
    Response.json({
      cases: [
        caseLine(),
        // its member has been asked, and has time
        caseLine({ id: deskId(702), number: 'C-2026-000702', age: 'asked' }),
        next,
      ],
      next: null,
      open: 3,
      overdue: 0,
      appeals: 0,
      needsSecondAdmin: false,
    })
  server.answers[`${CASES}/${next.id}`] = () =>
    Response.json(caseFile({ id: next.id, number: next.number }))
  await userEvent.click(byRadio('Kein Verstoß'))
  await send()
  await waitFor(() => expect(at()).toBe(`/admin/reports/${next.id}`))
  await screen.findByRole('heading', { level: 1, name: `Fall ${next.number}` })
  expect(byRadio('Kein Verstoß')).toHaveProperty('checked', false)
})

test('a member who writes something else by then stays where they are', async () => {
  const { server, at } = await openCase(caseFile())
  const next = Promise.withResolvers<Response>()
  server.answers[`${CASES}?state=open`] = () => next.promise
  await userEvent.click(byRadio('Kein Verstoß'))
  await send()
  await lines().findByText('Entschieden: Kein Verstoß')
  await waitFor(() => expect(server.times(`${CASES}?state=open`)).toBe(1))
  await userEvent.click(screen.getByRole('button', { name: 'Übergabe vorschlagen' }))
  await userEvent.type(screen.getByRole('textbox'), 'Eine Drohung.')
  await act(async () => {
    next.resolve(
      Response.json({
        cases: [caseLine({ id: deskId(703) })],
        next: null,
        open: 1,
        overdue: 0,
        appeals: 0,
        needsSecondAdmin: false,
      }),
    )
    await next.promise
  })
  expect(at()).toBe(`/admin/reports/${deskId(701)}`)
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Eine Drohung.')
})
