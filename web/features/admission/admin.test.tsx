import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { DoorSettings, IssuedInvitation, Waiting } from '#contract/admission/admission.ts'
import { closeTab, done, mila, openTab, refusal } from '#web/testing/openTab.tsx'

afterEach(() => (closeTab(), localStorage.clear()))

const DOOR = '/api/admin/door'
const ISSUED = '/api/admin/invitations'
const CODE = '0F3ZK-8Q2M-7TRB-V0XW-9HCD-E5NGP'
const idOf = (number: number) => `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`
const admin = { ...mila, isAdmin: true }

const person = (number: number, more: Partial<Waiting> = {}): Waiting => ({
  id: idOf(number),
  email: `guest${number}@example.org`,
  username: null,
  isVerified: false,
  since: '2026-11-02T18:05:00.000Z',
  wasBanned: false,
  ...more,
})
const invitation = (number: number, more: Partial<IssuedInvitation> = {}): IssuedInvitation => ({
  id: idOf(number),
  state: 'open',
  email: null,
  note: null,
  inviter: null,
  uses: 0,
  maxUses: 1,
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-12-20T10:00:00.000Z',
  ...more,
})

type Sent = { method: string; path: string; body: unknown }
type Desk = {
  settings: DoorSettings
  waiting: Waiting[]
  issued: IssuedInvitation[]
  refuse: Record<string, Response>
  sent: Sent[]
}

/** The desk before a server that keeps the door. Pages hold two lines. */
async function openDesk(
  start: Partial<Desk> = {},
  { path = '/admin/door', language = 'mul' as 'mul' | 'en', answers = {} } = {},
) {
  const desk: Desk = {
    settings: { admission: 'open', invitationsPerMember: 3 },
    waiting: [],
    issued: [],
    refuse: {},
    sent: [],
    ...start,
  }
  const page = <T extends { id: string }>(all: T[], after: string | null) => {
    const from = after ? all.findIndex(({ id }) => id === after) + 1 : 0
    return {
      lines: all.slice(from, from + 2),
      next: all.length > from + 2 ? all[from + 1]!.id : null,
    }
  }
  const serve = ({ method, path, body }: Sent) => {
    const url = new URL(path, 'http://club')
    const key = `${method} ${url.pathname}`
    if (method !== 'GET') desk.sent.push({ method, path, body })
    const refused = desk.refuse[key]
    if (refused) return refused.clone()
    const after = url.searchParams.get('after')
    const search = url.searchParams.get('search') ?? ''
    const found = desk.waiting.filter(({ email }) => email.includes(search))
    const drop = (ids: string[]) => {
      desk.waiting = desk.waiting.filter(({ id }) => !ids.includes(id))
    }
    const queue = page(found, after)
    const issued = page(desk.issued, after)
    const known: Record<string, () => Response> = {
      [`GET ${DOOR}`]: () =>
        Response.json({ settings: desk.settings, waiting: desk.waiting.length, medianDays: null }),
      [`PUT ${DOOR}`]: () => {
        Object.assign(desk.settings, body)
        return done()
      },
      [`GET ${DOOR}/queue`]: () => Response.json({ waiting: queue.lines, next: queue.next }),
      [`POST ${DOOR}/admissions`]: () => {
        const { ids } = body as { ids: string[] }
        const before = desk.waiting.length
        drop(ids)
        return Response.json({ admitted: before - desk.waiting.length })
      },
      [`POST ${DOOR}/refusals`]: () => {
        drop([(body as { id: string }).id])
        return done()
      },
      [`GET ${ISSUED}`]: () => Response.json({ invitations: issued.lines, next: issued.next }),
      [`POST ${ISSUED}`]: () => {
        const made = invitation(99, body as Partial<IssuedInvitation>)
        desk.issued = [made, ...desk.issued]
        return Response.json({
          invitation: made,
          code: CODE,
          url: `https://club.example/invite#code=${CODE}`,
        })
      },
    }
    if (key.endsWith('/revocation')) {
      desk.issued = desk.issued.map((one) =>
        path.includes(one.id) ? { ...one, state: 'revoked' } : one,
      )
      return done()
    }
    return known[key]?.() ?? refusal('unexpected', {}, 500)
  }
  const paths = [
    DOOR,
    `${DOOR}/queue`,
    `${DOOR}/queue?search=guest2%40`,
    `${DOOR}/queue?search=nobody`,
    ...desk.waiting.map(({ id }) => `${DOOR}/queue?after=${id}`),
    `${DOOR}/admissions`,
    `${DOOR}/refusals`,
    ISSUED,
    ...desk.issued.flatMap(({ id }) => [`${ISSUED}?after=${id}`, `${ISSUED}/${id}/revocation`]),
  ]
  const served = Object.fromEntries(paths.map((one) => [one, serve]))
  await openTab(path, { session: admin, language, answers: { ...served, ...answers } })
  return desk
}

const part = (name: string) => screen.findByRole('region', { name })
const rows = async (name: string) =>
  within(await within(await part(name)).findByRole('table'))
    .getAllByRole('row')
    .slice(1)
const button = (name: string | RegExp, where?: HTMLElement) =>
  (where ? within(where) : screen).findByRole('button', { name })
const press = async (name: string | RegExp, where?: HTMLElement) =>
  userEvent.click(await button(name, where))
const dialog = () => screen.findByRole('dialog')

test('the desk shows how the door stands, who waits and what was given, in German in the mixture', async () => {
  await openDesk({
    waiting: [person(1), person(2, { username: 'Nora', isVerified: true })],
    issued: [
      invitation(3, { note: 'Messe', maxUses: 20, uses: 4 }),
      invitation(4, { inviter: { id: idOf(8), username: 'Ben' }, state: 'used', uses: 1 }),
    ],
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Einlass' })).toBeTruthy()
  expect(document.documentElement.lang).toBe('de')
  const open = await screen.findByRole<HTMLInputElement>('radio', { name: /offen/ })
  expect(open.checked).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('Einladungen je Mitglied').value).toBe('3')
  expect(await screen.findByText('2 Personen warten.')).toBeTruthy()
  const [bare, account] = await rows('Warteliste')
  expect(bare?.textContent).toContain('guest1@example.org')
  expect(bare?.textContent).toContain('noch ohne')
  expect(account?.textContent).toContain('Nora')
  expect(account?.textContent).toContain('verifiziert')
  const [ours, bens] = await rows('Ausgegebene Einladungen')
  expect(ours?.textContent).toContain('Messe')
  expect(ours?.textContent).toContain('4 von 20')
  expect(bens?.textContent).toContain('Eingelöst')
  expect(within(bens!).queryByRole('button')).toBe(null)
})

test('whose address is that of somebody banned is marked as such, and nobody else', async () => {
  await openDesk({ waiting: [person(1), person(2, { wasBanned: true })] })
  await screen.findByText('2 Personen warten.')
  const [plain, marked] = await rows('Warteliste')
  const words = 'Ein Konto mit dieser Adresse wurde ausgeschlossen oder ist gesperrt.'
  expect(plain?.textContent).not.toContain(words)
  expect(marked?.textContent).toContain(words)
  const box = screen.getByRole('checkbox', { name: 'guest2@example.org auswählen' })
  expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    words,
  )
})

test('closing the door says what changes before it does', async () => {
  const desk = await openDesk()
  await userEvent.click(await screen.findByRole('radio', { name: /nur mit Einladung/ }))
  await press('Übernehmen')
  const asking = await dialog()
  expect(asking.textContent).toContain('Wer schon Mitglied ist, bleibt es.')
  await press('Abbrechen', asking)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  expect(desk.sent).toEqual([])
  await press('Übernehmen')
  await press('Tür schließen', await dialog())
  expect(await screen.findByText('Übernommen.')).toBeTruthy()
  expect(desk.settings).toEqual({ admission: 'invitation', invitationsPerMember: 3 })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  expect(document.activeElement?.textContent).toBe('Übernehmen')
})

test('opening the door says whom it lets in', async () => {
  const desk = await openDesk({ settings: { admission: 'invitation', invitationsPerMember: 3 } })
  await userEvent.click(await screen.findByRole('radio', { name: /offen/ }))
  await press('Übernehmen')
  const asking = await dialog()
  expect(asking.textContent).toContain('wird beim nächsten Besuch aufgenommen')
  desk.refuse[`PUT ${DOOR}`] = refusal('unavailable', {}, 503)
  await press('Tür öffnen', asking)
  expect(await within(asking).findByRole('alert')).toBeTruthy()
  desk.refuse = {}
  await press('Tür öffnen', asking)
  expect(await screen.findByText('Übernommen.')).toBeTruthy()
  expect(desk.settings.admission).toBe('open')
})

test('a door whose change nobody answered is said whole when it is put back', async () => {
  const desk = await openDesk({ settings: { admission: 'invitation', invitationsPerMember: 3 } })
  await userEvent.click(await screen.findByRole('radio', { name: /offen/ }))
  await press('Übernehmen')
  const asking = await dialog()
  desk.refuse[`PUT ${DOOR}`] = refusal('unavailable', {}, 503)
  await press('Tür öffnen', asking)
  expect(await within(asking).findByRole('alert')).toBeTruthy()
  desk.refuse = {}
  await press('Abbrechen', asking)
  await userEvent.click(screen.getByRole('radio', { name: /nur mit Einladung/ }))
  await press('Übernehmen')
  await press('Tür schließen', await dialog())
  expect(await screen.findByText('Übernommen.')).toBeTruthy()
  expect(desk.sent.map(({ body }) => body)).toEqual([
    { admission: 'open' },
    { admission: 'invitation', invitationsPerMember: 3 },
  ])
})

test('how many invitations members have changes without a question, within its bounds', async () => {
  const desk = await openDesk()
  const field = await screen.findByLabelText('Einladungen je Mitglied')
  for (const bad of ['51', '-1', '2.5', 'x']) {
    await userEvent.clear(field)
    await userEvent.type(field, bad)
    await press('Übernehmen')
    expect(screen.getByText('Bitte eine ganze Zahl von 0 bis 50 eingeben')).toBeTruthy()
  }
  expect(desk.sent).toEqual([])
  await userEvent.clear(field)
  await userEvent.type(field, '5')
  await press('Übernehmen')
  expect(await screen.findByText('Übernommen.')).toBeTruthy()
  expect(desk.settings.invitationsPerMember).toBe(5)
  // another admin may have closed the door meanwhile
  expect(desk.sent.map(({ body }) => body)).toEqual([{ invitationsPerMember: 5 }])
  expect(document.activeElement?.textContent).toBe('Übernehmen')
})

test('what is typed while the door is saved stays', async () => {
  const late = Promise.withResolvers<void>()
  const settings = { admission: 'open', invitationsPerMember: 3 }
  const door = async ({ method, body }: Sent) => {
    if (method === 'GET') return Response.json({ settings, waiting: 0, medianDays: null })
    await late.promise
    Object.assign(settings, body)
    return done()
  }
  await openDesk({}, { answers: { [DOOR]: door } })
  const field = await screen.findByLabelText<HTMLInputElement>('Einladungen je Mitglied')
  await userEvent.clear(field)
  await userEvent.type(field, '5')
  await press('Übernehmen')
  await userEvent.clear(field)
  await userEvent.type(field, '7')
  late.resolve()
  const save = screen.getByRole('button', { name: 'Übernehmen' })
  await waitFor(() => expect(save.dataset.pending).toBeUndefined())
  expect(settings.invitationsPerMember).toBe(5)
  expect(field.value).toBe('7')
  // that is not saved yet
  expect(screen.queryByText('Übernommen.')).toBeNull()
  await press('Übernehmen')
  await screen.findByText('Übernommen.')
  expect(settings.invitationsPerMember).toBe(7)
})

test('what is chosen while a saved door is read again is not said to be saved', async () => {
  const settings = { admission: 'open', invitationsPerMember: 3 }
  const read = { late: Promise.resolve() }
  const door = async ({ method, body }: Sent) => {
    if (method === 'GET') await read.late
    else Object.assign(settings, body)
    return Response.json({ settings, waiting: 0, medianDays: null })
  }
  await openDesk({}, { answers: { [DOOR]: door } })
  const field = await screen.findByLabelText<HTMLInputElement>('Einladungen je Mitglied')
  await userEvent.clear(field)
  await userEvent.type(field, '5')
  const { promise, resolve } = Promise.withResolvers<void>()
  read.late = promise
  await press('Übernehmen')
  await waitFor(() => expect(settings.invitationsPerMember).toBe(5))
  await userEvent.click(screen.getByRole('radio', { name: /nur mit Einladung/ }))
  resolve()
  const save = screen.getByRole('button', { name: 'Übernehmen' })
  await waitFor(() => expect(save.dataset.pending).toBeUndefined())
  expect(screen.queryByText('Übernommen.')).toBeNull()
})

test('who searches on while somebody is let in keeps the focus', async () => {
  const late = Promise.withResolvers<Response>()
  await openDesk(
    { waiting: [person(1), person(2)] },
    { answers: { [`${DOOR}/admissions`]: () => late.promise } },
  )
  await press('guest1@example.org aufnehmen', await part('Warteliste'))
  const field = screen.getByRole('searchbox')
  await userEvent.type(field, 'gu')
  late.resolve(Response.json({ admitted: 1 }))
  await screen.findByText('1 Person ist aufgenommen und bekommt eine E-Mail.')
  const admit = await button('guest1@example.org aufnehmen')
  await waitFor(() => expect(admit.dataset.pending).toBeUndefined())
  await userEvent.keyboard('est2')
  expect(field).toHaveProperty('value', 'guest2')
})

test('one person is admitted by one click, and the focus stays with the queue', async () => {
  const desk = await openDesk({ waiting: [person(1), person(2)] })
  await press('guest1@example.org aufnehmen', await part('Warteliste'))
  expect(await screen.findByText('1 Person ist aufgenommen und bekommt eine E-Mail.')).toBeTruthy()
  expect(desk.sent.at(-1)?.body).toEqual({ ids: [idOf(1)] })
  await waitFor(async () => expect(document.activeElement).toBe(await part('Warteliste')))
  expect(await rows('Warteliste')).toHaveLength(1)
})

test('of two admitted one after the other each is told', async () => {
  const desk = await openDesk({ waiting: [person(1), person(2)] })
  await press('guest1@example.org aufnehmen', await part('Warteliste'))
  const status = await screen.findByText('1 Person ist aufgenommen und bekommt eine E-Mail.')
  const first = status.firstChild
  await press('guest2@example.org aufnehmen', await part('Warteliste'))
  await waitFor(() => expect(desk.sent).toHaveLength(2))
  // the same words, come once more: only what comes is read out
  await waitFor(() => expect(status.firstChild).not.toBe(first))
  expect(status.textContent).toBe(first!.textContent)
})

test('several are admitted together, also from the next page', async () => {
  const desk = await openDesk({ waiting: [person(1), person(2), person(3)] })
  const queue = await part('Warteliste')
  await press('Weitere laden', queue)
  await waitFor(async () => expect(await rows('Warteliste')).toHaveLength(3))
  const together = await button('Ausgewählte aufnehmen', queue)
  expect(together.hasAttribute('disabled')).toBe(true)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Alle geladenen auswählen' }))
  expect(screen.getByText('3 ausgewählt')).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: 'guest2@example.org auswählen' }))
  expect(screen.getByText('2 ausgewählt')).toBeTruthy()
  await userEvent.click(together)
  expect(
    await screen.findByText('2 Personen sind aufgenommen und bekommen eine E-Mail.'),
  ).toBeTruthy()
  expect(desk.sent.at(-1)?.body).toEqual({ ids: [idOf(1), idOf(3)] })
  expect(await rows('Warteliste')).toHaveLength(1)
})

test('who is no longer in line is told, and what fails leaves everything as it was', async () => {
  const desk = await openDesk({ waiting: [person(1)] })
  desk.refuse[`POST ${DOOR}/admissions`] = refusal('unavailable', {}, 503)
  await press('guest1@example.org aufnehmen')
  expect(await screen.findByText(/noch einmal|try again/i)).toBeTruthy()
  expect(await rows('Warteliste')).toHaveLength(1)
  desk.refuse = {}
  desk.waiting = []
  await press('guest1@example.org aufnehmen')
  expect(await screen.findByText('Diese Person wartet nicht mehr.')).toBeTruthy()
  expect(await screen.findByText('Niemand wartet')).toBeTruthy()
})

test('declining needs a reason, which is sent', async () => {
  const desk = await openDesk({ waiting: [person(1), person(2)] })
  await press('guest1@example.org ablehnen')
  const asking = await screen.findByRole('dialog', { name: 'guest1@example.org ablehnen?' })
  await press('Ablehnen', asking)
  expect(await within(asking).findByText('Bitte geben Sie eine Begründung ein')).toBeTruthy()
  expect(desk.sent).toEqual([])
  await userEvent.type(within(asking).getByLabelText('Begründung'), 'Zu jung am Markt.')
  await press('Ablehnen', asking)
  expect(await screen.findByText('Abgelehnt. Die Person bekommt eine E-Mail.')).toBeTruthy()
  expect(desk.sent.at(-1)?.body).toEqual({ id: idOf(1), reason: 'Zu jung am Markt.' })
  expect(await rows('Warteliste')).toHaveLength(1)
})

test('a reason for declining outlives its window and a reload, in this tab, until it is sent', async () => {
  const begin = async () => {
    await press('guest1@example.org ablehnen')
    return within(await screen.findByRole('dialog')).getByRole<HTMLTextAreaElement>('textbox')
  }
  await openDesk({ waiting: [person(1)] })
  await userEvent.type(await begin(), 'Noch nicht.')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await begin()).value).toBe('Noch nicht.')
  closeTab()

  await openDesk({ waiting: [person(1)] })
  expect((await begin()).value).toBe('Noch nicht.')
  await press('Ablehnen', await screen.findByRole('dialog'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Noch nicht.')
})

test('declining somebody who is gone says so', async () => {
  const desk = await openDesk({ waiting: [person(1)] })
  await press('guest1@example.org ablehnen')
  const asking = await dialog()
  await userEvent.type(within(asking).getByLabelText('Begründung'), 'Nein.')
  desk.refuse[`POST ${DOOR}/refusals`] = refusal('PGRST116', {}, 404)
  desk.waiting = []
  await press('Ablehnen', asking)
  expect(await screen.findByText('Diese Person wartet nicht mehr.')).toBeTruthy()
  const name = 'Was Sie zu guest1@example.org geschrieben hatten'
  within(await screen.findByRole('region', { name })).getByText('Nein.')
})

test('why somebody is declined whom a colleague lets in meanwhile can still be read', async () => {
  const desk = await openDesk({ waiting: [person(1), person(2)] })
  await press('guest1@example.org ablehnen')
  const asking = await dialog()
  await userEvent.type(within(asking).getByLabelText('Begründung'), 'Noch nicht.')
  desk.waiting = [person(2)]
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  const name = 'Was Sie zu guest1@example.org geschrieben hatten'
  const own = await screen.findByRole('region', { name })
  within(own).getByText('Noch nicht.')
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(own))
  await press('Verwerfen', own)
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Warteliste' }))
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Noch nicht.')
})

test('the queue is searched at the server', async () => {
  await openDesk({ waiting: [person(1), person(2), person(3)] })
  const field = await screen.findByLabelText('E-Mail oder Name')
  await userEvent.type(field, ' guest2@ {Enter}')
  await waitFor(async () => expect(await rows('Warteliste')).toHaveLength(1))
  expect(field).toHaveProperty('value', 'guest2@')
  expect(document.activeElement).toBe(field)
  expect(screen.getByText('1 Treffer').getAttribute('role')).toBe('status')
  await userEvent.clear(field)
  await userEvent.keyboard('nobody{Enter}')
  expect(await screen.findByText('Niemand gefunden')).toBeTruthy()
  expect(screen.getByText('Nichts gefunden').getAttribute('role')).toBe('status')
  await press('Suche aufheben')
  expect(field).toHaveProperty('value', '')
  expect(document.activeElement).toBe(field)
  await waitFor(async () => expect(await rows('Warteliste')).toHaveLength(2))
})

test('the club gives an invitation, whose code is shown once', async () => {
  const desk = await openDesk({}, { language: 'en' })
  const form = await part('New invitation by the club')
  const field = (name: string) => within(form).getByLabelText(name)
  await userEvent.clear(field('How many times'))
  await userEvent.type(field('How many times'), '0')
  await userEvent.clear(field('Good for (days)'))
  await press('Create invitation', form)
  expect(await within(form).findByText('Please enter a whole number from 1 to 500')).toBeTruthy()
  expect(within(form).getByText('Please enter a whole number from 1 to 365')).toBeTruthy()
  await userEvent.clear(field('How many times'))
  await userEvent.type(field('How many times'), '20')
  await userEvent.type(field('Good for (days)'), '90')
  await userEvent.type(field('Note (optional)'), 'Fair')
  desk.refuse[`POST ${ISSUED}`] = refusal('unavailable', {}, 503)
  await press('Create invitation', form)
  await within(form).findByText(/The club cannot do this right now/)
  delete desk.refuse[`POST ${ISSUED}`]
  await press('Create invitation', form)
  const given = await part('Your new invitation')
  expect(given.textContent).toContain(CODE)
  const [tried, made] = desk.sent.map(({ body }) => body)
  expect(made).toEqual({ id: expect.any(String), maxUses: 20, days: 90, note: 'Fair' })
  // nobody knows whether the first try arrived
  expect(made).toEqual(tried)
  await waitFor(async () => expect(await rows('Invitations given')).toHaveLength(1))
  await press('Done', given)
  expect(document.activeElement).toBe(await part('Invitations given'))
})

test('an invitation is revoked after a question', async () => {
  const desk = await openDesk({ issued: [invitation(1), invitation(2), invitation(3)] })
  await press('Weitere laden', await part('Ausgegebene Einladungen'))
  await waitFor(async () => expect(await rows('Ausgegebene Einladungen')).toHaveLength(3))
  const [, , last] = await rows('Ausgegebene Einladungen')
  await press(/^Zurückziehen/, last)
  await press('Ja, zurückziehen', await dialog())
  expect(await screen.findByText('Die Einladung ist zurückgezogen.')).toBeTruthy()
  expect(desk.sent.at(-1)?.path).toBe(`${ISSUED}/${idOf(3)}/revocation`)
})

test('an invitation that is used up by then is not called revoked', async () => {
  const desk = await openDesk({ issued: [invitation(1)] })
  const [only] = await rows('Ausgegebene Einladungen')
  await press(/^Zurückziehen/, only)
  desk.refuse[`POST ${ISSUED}/${idOf(1)}/revocation`] = refusal('PGRST116', {}, 404)
  desk.issued = [invitation(1, { state: 'used', uses: 1 })]
  await press('Ja, zurückziehen', await dialog())
  expect(await screen.findByText(/^Zum Zurückziehen war es zu spät/)).toBeTruthy()
  expect(screen.queryByText('Die Einladung ist zurückgezogen.')).toBe(null)
})

test('a name leads to that member’s branch, as a tree, and back', async () => {
  const member = (number: number, username: string, invitedBy: number | null) => ({
    id: idOf(number),
    username,
    invitedBy: invitedBy && idOf(invitedBy),
    joinedAt: '2026-11-01T10:00:00.000Z',
    isSuspended: number === 12,
  })
  const members = [
    member(10, 'Ben', null),
    member(11, 'Nora', 10),
    member(12, 'Ole', 11),
    member(13, 'Pia', 10),
  ]
  await openDesk(
    { issued: [invitation(1, { inviter: { id: idOf(10), username: 'Ben' } })] },
    {
      answers: {
        [`/api/admin/members/${idOf(10)}/branch`]: () => Response.json({ members, hasMore: false }),
      },
    },
  )
  await userEvent.click(await screen.findByRole('link', { name: 'Zweig von Ben' }))
  expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Zweig von Ben' }))
  const noras = screen.getByRole('link', { name: 'Nora' }).closest('li')!
  expect(within(noras).getByRole('link', { name: 'Ole' })).toBeTruthy()
  expect(noras.textContent).toContain('gesperrt')
  expect(within(noras).queryByRole('link', { name: 'Pia' })).toBe(null)
  await userEvent.click(screen.getByRole('link', { name: 'Zurück zum Einlass' }))
  expect(await part('Warteliste')).toBeTruthy()
})

test('nothing there, and nothing loaded, say so in every part', async () => {
  await openDesk()
  expect(await screen.findByText('Niemand wartet')).toBeTruthy()
  expect(await screen.findByText('Noch keine Einladungen')).toBeTruthy()
  closeTab()
  const down = refusal('unavailable', {}, 503)
  const desk = await openDesk({
    refuse: { [`GET ${DOOR}`]: down, [`GET ${DOOR}/queue`]: down, [`GET ${ISSUED}`]: down },
  })
  await waitFor(() =>
    expect(screen.getAllByText('Das konnte nicht geladen werden')).toHaveLength(3),
  )
  desk.refuse = {}
  for (const again of screen.getAllByRole('button', { name: 'Noch einmal versuchen' }))
    await userEvent.click(again)
  expect(await screen.findByText('Niemand wartet')).toBeTruthy()
  expect(await screen.findByText('Noch keine Einladungen')).toBeTruthy()
  expect(await screen.findByRole('radio', { name: /offen/ })).toBeTruthy()
})
