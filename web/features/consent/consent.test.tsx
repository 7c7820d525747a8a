import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { Consent } from '#contract/consent/consent.ts'
import { contentConsent } from '#contract/consent/consentTexts.ts'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import { termsChanges } from '#contract/consent/termsChanges.ts'
import { makeTermsEditions } from '#testing/termsEditions.ts'
import { legalDocuments } from '#web/static/legal/legalFiles.ts'
import { closeTab, done, mila, openTab, refusal, type Server } from '#web/testing/openTab.tsx'
import { TestRoom } from '#web/testing/room.ts'
import type { Locale } from '#web/text/language.ts'

afterEach(() => (closeTab(), localStorage.clear()))

const lounge = {
  slug: 'lounge',
  name: 'Lounge',
  description: 'Sofas',
  icon: 'glass',
  accessLevel: 'free',
  isMember: true,
  isDormant: false,
  memberCount: 3,
  entryRefusal: null,
} as const
const words = contentConsent('en', 'Parlour')
const button = (name: string, within_ = screen as Pick<typeof screen, 'getByRole'>) =>
  within_.getByRole('button', { name })
const given = (server: Server) =>
  server.requests.filter(({ path, method }) => path === '/api/consents' && method === 'POST')

/** A club that asks for consent before any room opens, and remembers the answer. */
async function openRoom({ language = 'en' as Locale, answers = {} as Server['answers'] } = {}) {
  const room = new TestRoom()
  room.add()
  let hasConsent = false
  const tab = await openTab('/room/lounge', {
    session: { ...mila, hasContentConsent: false },
    language,
    answers: {
      '/api/rooms/lounge/entries': () =>
        hasConsent
          ? Response.json({ room: lounge, icebreaker: null, readNumber: 0 })
          : refusal('consent_required', {}, 403),
      '/api/rooms/lounge/posts': () => Response.json(room.page({})),
      '/api/consents': ({ method }) => {
        if (method === 'POST') hasConsent = true
        tab.server.session = { ...mila, hasContentConsent: true }
        return done()
      },
      ...answers,
    },
  })
  const dialog = within(await screen.findByRole('dialog'))
  return { ...tab, dialog, withdrawElsewhere: () => (hasConsent = false) }
}

test('the first room asks for explicit consent, unticked, and opens right after', async () => {
  const { dialog, server, at } = await openRoom()
  expect(dialog.getByRole('heading').textContent).toBe(words.title)
  for (const point of words.points)
    expect(
      dialog.getByText((_, item) => item?.textContent === point && item.tagName === 'LI'),
    ).toBeTruthy()
  const box = dialog.getByRole<HTMLInputElement>('checkbox', { name: words.statement })
  expect(box.checked).toBe(false)
  await userEvent.click(button('Consent and enter', dialog))
  expect(dialog.getByText('Please tick the box if you consent.')).toBeTruthy()
  expect(document.activeElement).toBe(box)
  expect(given(server)).toEqual([])
  await userEvent.click(box)
  await userEvent.click(button('Consent and enter', dialog))
  expect(await screen.findByRole('heading', { name: 'Lounge' })).toBeTruthy()
  expect(await screen.findByText('post 1')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  const { content: version } = documentVersions
  expect(given(server).map(({ body }) => body)).toEqual([
    { document: 'content', version, language: 'en', method: 'checkbox' },
  ])
  expect(at()).toBe('/room/lounge')
  expect(screen.getByRole('main').contains(document.activeElement)).toBe(true)
})

test.each(['de', 'en'] as const)(
  'what is seen of it at first is its own words, and all of them unfold in place (%s)',
  async (language) => {
    const { dialog } = await openRoom({ language })
    const { intro, points } = contentConsent(language, 'Parlour')
    const said = dialog.getAllByRole('definition').map(({ textContent }) => textContent ?? '')
    expect(said).toHaveLength(points.length)
    for (const [at, words] of said.entries()) {
      expect(points[at]).toContain(words.slice(1))
      expect(words).toMatch(/\.$/)
      expect(words.length).toBeLessThan(140)
    }
    const whole = dialog
      .getByText(language === 'de' ? 'Genau gesagt' : 'In full')
      .closest('details')!
    expect(whole.open).toBe(false)
    expect(within(whole).getByText(intro)).toBeTruthy()
    expect(
      within(whole)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(points)
  },
)

test.each([
  ['mul', 'en'],
  ['de', 'de'],
] as const)('in %s it is read, and given, in %s', async (locale, language) => {
  const { dialog, server } = await openRoom({ language: locale })
  const { title, statement } = contentConsent(language, 'Parlour')
  expect(dialog.getByRole('heading').textContent).toBe(title)
  await userEvent.click(dialog.getByRole('checkbox', { name: statement }))
  await userEvent.click(dialog.getByRole('button', { name: /^(Consent and|Einwilligen und)/ }))
  await screen.findByText('post 1')
  expect(given(server)).toMatchObject([{ body: { language } }])
})

test.each(['Not now', 'Close', '{Escape}'])(
  '%s leads back to the rooms, without a word',
  async (way) => {
    const { dialog, server, at } = await openRoom()
    if (way === '{Escape}') await userEvent.keyboard(way)
    else await userEvent.click(button(way, dialog))
    await waitFor(() => expect(at()).toBe('/rooms'))
    expect(given(server)).toEqual([])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
    expect(screen.queryByRole('alert')).toBe(null)
  },
)

test('a consent that could not be saved says so, and may be tried again', async () => {
  const { dialog } = await openRoom({
    answers: { '/api/consents': () => refusal('version_outdated', {}, 409) },
  })
  await userEvent.click(dialog.getByRole('checkbox'))
  await userEvent.click(button('Consent and enter', dialog))
  expect(await dialog.findByText(/^This text has changed/)).toBeTruthy()
})

const FAILED = 'Consent could not be saved'

test('a consent that is on its way is seen through before anything else', async () => {
  const late = Promise.withResolvers<Response>()
  const { dialog, at } = await openRoom({ answers: { '/api/consents': () => late.promise } })
  await userEvent.click(dialog.getByRole('checkbox'))
  await userEvent.click(button('Consent and enter', dialog))
  await userEvent.click(button('Not now', dialog))
  expect(at()).toBe('/room/lounge')
  late.resolve(refusal('unavailable', {}, 503))
  await dialog.findByText(FAILED)
  await userEvent.click(button('Not now', dialog))
  await waitFor(() => expect(at()).toBe('/rooms'))
})

const consents: Consent[] = [
  {
    document: 'terms',
    version: documentVersions.terms,
    isGiven: true,
    at: '2026-11-21T10:00:00.000Z',
    current: documentVersions.terms,
  },
  {
    document: 'content',
    version: '1.0.0',
    isGiven: true,
    at: '2026-11-22T10:00:00.000Z',
    current: '1.0.0',
  },
]

async function openSettings(language: Locale = 'en') {
  const state = structuredClone(consents)
  const [, content] = state
  const tab = await openTab('/settings/records', {
    session: mila,
    language,
    answers: {
      '/api/consents': ({ method }) => {
        if (method === 'POST') content!.isGiven = true
        return Response.json(method === 'GET' ? { consents: state } : { done: true })
      },
      '/api/consents/content': () => {
        content!.isGiven = false
        return done()
      },
    },
  })
  const name = language === 'de' ? 'Ihre Einwilligungen' : 'Your consents'
  const card = within(await screen.findByRole('region', { name }))
  await card.findAllByRole('listitem')
  return { ...tab, card }
}

test('the settings list each consent with its version and date', async () => {
  const { card } = await openSettings('de')
  expect(card.getByText(`Bestätigt am 21.11.2026, Fassung ${documentVersions.terms}`)).toBeTruthy()
  expect(card.getByText('Erteilt am 22.11.2026, Fassung 1.0.0')).toBeTruthy()
  expect(card.getByRole('link').getAttribute('href')).toBe('/legal/terms')
  expect(card.getAllByRole('button')).toHaveLength(1)
})

test('withdrawing shows what follows, works at once, and can be undone on the spot', async () => {
  const { card, server } = await openSettings()
  await userEvent.click(button('Withdraw consent', card))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/are hidden from everybody else/)).toBeTruthy()
  expect(server.times('/api/consents/content')).toBe(0)
  await userEvent.click(button('Withdraw consent', dialog))
  expect(await card.findByText(/^Withdrawn on 22 November 2026/)).toBeTruthy()
  expect(server.times('/api/consents/content')).toBe(1)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  const again = button('Give consent', card)
  expect(document.activeElement).toBe(again)

  await userEvent.click(again)
  const asking = within(await screen.findByRole('dialog'))
  await userEvent.click(asking.getByRole('checkbox'))
  await userEvent.click(button('Give consent', asking))
  expect(await card.findByText(/^Given on/)).toBeTruthy()
})

test('a member who took it back and is asked again finds the box as empty as the first time', async () => {
  const { card, server } = await openSettings()
  const withdraw = async () => {
    await userEvent.click(button('Withdraw consent', card))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(button('Withdraw consent', dialog))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  }
  const ask = async () => {
    await userEvent.click(button('Give consent', card))
    return within(await screen.findByRole('dialog'))
  }
  await withdraw()
  const first = await ask()
  await userEvent.click(first.getByRole('checkbox'))
  await userEvent.click(button('Give consent', first))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  await withdraw()
  const second = await ask()
  expect(second.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  await userEvent.click(button('Give consent', second))
  second.getByText('Please tick the box if you consent.')
  expect(given(server)).toHaveLength(1)
})

test('a failed try is not shown again when the question is', async () => {
  const { card, server } = await openSettings()
  await userEvent.click(button('Withdraw consent', card))
  await userEvent.click(button('Withdraw consent', within(await screen.findByRole('dialog'))))
  await userEvent.click(await card.findByRole('button', { name: 'Give consent' }))
  const dialog = within(await screen.findByRole('dialog', { name: /consent/i }))
  server.answers['/api/consents'] = () => refusal('unavailable', {}, 503)
  await userEvent.click(dialog.getByRole('checkbox'))
  await userEvent.click(button('Give consent', dialog))
  await dialog.findByText(FAILED)
  await userEvent.click(button('Close', dialog))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  await userEvent.click(button('Give consent', card))
  const again = within(await screen.findByRole('dialog'))
  expect(again.queryByText(FAILED)).toBe(null)
})

test('a member who left while a consent was taken back still hears that it was not', async () => {
  const { card, server, at } = await openSettings()
  const late = Promise.withResolvers<Response>()
  server.answers['/api/consents/content'] = () => late.promise
  await userEvent.click(button('Withdraw consent', card))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(button('Withdraw consent', dialog))
  await userEvent.click(button('Close', dialog))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  await userEvent.click(screen.getByRole('link', { name: 'Settings' }))
  await waitFor(() => expect(at()).toBe('/settings'))
  late.resolve(refusal('unavailable', {}, 503))
  await screen.findByText(FAILED)
})

test('the profile says when nobody else sees it, and takes the consent', async () => {
  const session = { ...mila, hasContentConsent: false }
  const { server } = await openTab('/profile', {
    session,
    language: 'en',
    answers: {
      '/api/profile': () =>
        Response.json({ username: 'Mila', city: null, bio: 'Tanzt gern.', photos: [] }),
      '/api/consents': () => {
        server.session = { ...session, hasContentConsent: true }
        return done()
      },
    },
  })
  expect(await screen.findByText('For now only you see your bio')).toBeTruthy()
  expect(button('Choose photos').getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(button('Give consent'))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('checkbox'))
  await userEvent.click(button('Give consent', dialog))
  await waitFor(() => expect(screen.queryByText('For now only you see your bio')).toBe(null))
  expect(button('Choose photos').getAttribute('aria-disabled')).toBe(null)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  await waitFor(() => expect(screen.getByRole('main').contains(document.activeElement)).toBe(true))
})

test('new terms come before everything else, with what changed; accepting goes on', async () => {
  using _ = makeTermsEditions(termsChanges, documentVersions.terms)
  const { server, at } = await openTab('/profile', {
    session: { ...mila, termsDue: documentVersions.terms },
    language: 'en',
    answers: {
      '/api/consents': () => {
        server.session = mila
        return done()
      },
      '/api/profile': () => Response.json({ username: 'Mila', city: null, bio: null, photos: [] }),
    },
  })
  expect(await screen.findByRole('heading', { name: 'New terms of service' })).toBeTruthy()
  expect(
    screen.getByText(new RegExp(`Version ${documentVersions.terms} of the terms is in force`)),
  ).toBeTruthy()
  const changes = within(screen.getByRole('region', { name: 'What changed' }))
  expect(changes.getAllByRole('listitem').length).toBeGreaterThan(1)
  expect(changes.getByRole('link', { name: 'Read the full text' }).getAttribute('href')).toBe(
    '/legal/terms',
  )
  expect(server.times('/api/profile')).toBe(0)
  expect(button('Log Out')).toBeTruthy()
  await userEvent.click(button('Accept and continue'))
  expect(await screen.findByRole('heading', { name: /profile/i, level: 1 })).toBeTruthy()
  expect(given(server).map(({ body }) => body)).toEqual([
    { document: 'terms', version: documentVersions.terms, language: 'en', method: 'button' },
  ])
  expect(at()).toBe('/profile')
})

test('each version since the one somebody accepted says what it changed, the newest first', async () => {
  using editions = makeTermsEditions(termsChanges, documentVersions.terms)
  const { versions, first } = editions
  for (const [index, termsBefore] of [...versions.slice(1), first, null].entries()) {
    await openTab('/rooms', {
      session: { ...mila, termsDue: documentVersions.terms, termsBefore },
      language: 'de',
    })
    const region = within(await screen.findByRole('region', { name: 'Was sich geändert hat' }))
    const told = versions.slice(0, index + 1)
    expect(region.getAllByRole('listitem').map((item) => item.textContent)).toEqual(
      told.flatMap((version) => termsChanges[version]!.de),
    )
    const heads = region.queryAllByRole('heading', { level: 3 }).map((head) => head.textContent)
    expect(heads).toEqual(told.length > 1 ? told.map((version) => `Fassung ${version}`) : [])
    if (told.length > 1)
      for (const version of told)
        expect(region.getByRole('list', { name: `Fassung ${version}` })).toBeTruthy()
    closeTab()
  }
})

test('who does not agree still reaches the settings, and nothing else', async () => {
  const { server, at } = await openTab('/rooms', {
    session: { ...mila, termsDue: '9.9.9' },
    language: 'de',
    answers: { '/api/consents': () => Response.json({ consents }) },
  })
  expect(await screen.findByText('Die Änderungen finden Sie im vollständigen Text.')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Einstellungen' }))
  expect(await screen.findByRole('heading', { name: 'Einstellungen' })).toBeTruthy()
  expect([at(), server.times('/api/rooms')]).toEqual(['/settings', 0])
})

test('terms that come while somebody is here are shown as soon as the server says so', async () => {
  const { server } = await openTab('/rooms', {
    session: mila,
    language: 'en',
    answers: {
      '/api/rooms': () => {
        server.session = { ...mila, termsDue: documentVersions.terms }
        return refusal('terms_due', {}, 403)
      },
    },
  })
  expect(await screen.findByRole('heading', { name: 'New terms of service' })).toBeTruthy()
})

test('every version of the terms but the first says what it changed, in both languages', () => {
  const later = legalDocuments.terms.slice(0, -1).map(({ version }) => version)
  expect(Object.keys(termsChanges)).toEqual(later)
  for (const { de, en } of Object.values(termsChanges)) expect(de.length).toBe(en.length)
})

test('a consent taken back elsewhere is asked for in the room at once', async () => {
  const room = new TestRoom()
  room.add()
  // as the room was entered it still held
  let holds = true
  let entries = 0
  const withdrawn = () => refusal('consent_required', {}, 403)
  const { at } = await openTab('/room/lounge', {
    session: mila,
    language: 'en',
    answers: {
      '/api/rooms/lounge/entries': () => {
        if ((entries += 1) === 2) holds = false
        return holds
          ? Response.json({ room: lounge, icebreaker: null, readNumber: 0 })
          : withdrawn()
      },
      '/api/rooms/lounge/posts': () => (entries > 2 ? Response.json(room.page({})) : withdrawn()),
      '/api/consents': () => {
        holds = true
        return done()
      },
    },
  })
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('checkbox'))
  await userEvent.click(button('Consent and enter', dialog))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  expect(await screen.findByText('post 1')).toBeTruthy()
  expect(at()).toBe('/room/lounge')
})
