import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Export } from '#contract/privacy/ownData.ts'
import { copyOfData } from '#web/testing/ownData.ts'
import { closeTab, mila, openTab, plainSecurity, refusal } from '#web/testing/openTab.tsx'

const EXPORT = '/api/mine/export'
const LINK = '/api/mine/export/link'
const fileOf = (token: string) => `/api/mine/export/file/${token}`
const [MAILED, FRESH] = ['m'.repeat(43), 'f'.repeat(43)]

/** Files the browser was told to save. */
let saved: string[] = []
beforeEach(() => {
  localStorage.clear()
  saved = []
  Element.prototype.scrollIntoView = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.getAttribute('href') ?? '')
  })
})
afterEach(() => {
  closeTab()
  vi.restoreAllMocks()
})

const section = async (name = 'Privacy') => within(await screen.findByRole('region', { name }))
const button = async (name: string) => (await section()).findByRole('button', { name })
const press = async (name: string) => userEvent.click(await button(name))
const prove = async () => {
  const dialog = within(await screen.findByRole('dialog', { name: /confirm that it is you/ }))
  await userEvent.type(await dialog.findByLabelText('Password'), 'correct horse{Enter}')
}

/** The settings of somebody whose newest copy stands so; what an act changes, it changes in `club`. */
async function openSettings(
  copy: Export | null,
  { hash = '', language = 'mul' as 'mul' | 'de', needsProof = true } = {},
) {
  const club = { copy, needsProof, links: new Map([[MAILED, 200]]) }
  const guarded = (act: () => Response) => () =>
    club.needsProof ? refusal('proof_needed', {}, 403) : act()
  const looked = (token: string) =>
    guarded(() => {
      const status = club.links.get(token) ?? 404
      club.links.set(token, 410)
      return new Response(null, { status })
    })
  const tab = await openTab(
    { pathname: '/settings', hash },
    {
      session: mila,
      language,
      answers: {
        '/api/security': () => Response.json(plainSecurity),
        '/api/auth/proof': () => {
          club.needsProof = false
          return Response.json({ until: '2026-11-21T12:10:00.000Z' })
        },
        [EXPORT]: ({ method }) =>
          method === 'GET'
            ? Response.json({ export: club.copy })
            : guarded(() => {
                club.copy = copyOfData({ state: 'building', progress: 40, readyAt: null })
                return Response.json(club.copy)
              })(),
        [LINK]: guarded(() => {
          club.links.set(FRESH, 200)
          return Response.json({ token: FRESH })
        }),
        [fileOf(MAILED)]: looked(MAILED),
        [fileOf(FRESH)]: looked(FRESH),
      },
    },
  )
  return { ...tab, club }
}

test('a copy is asked for with a proof, watched while it is made, and taken by a fresh link', async () => {
  const { server, club } = await openSettings(null)
  await press('Export my data')
  await prove()
  await (await section()).findByText(/Your copy is being made/)
  const asking = await button('Export my data')
  expect(asking.getAttribute('aria-disabled')).toBe('true')
  const progress = (await section()).getByRole('progressbar', { name: 'Progress of your copy' })
  expect(progress.getAttribute('value')).toBe('40')
  asking.focus()
  club.copy = copyOfData()
  const download = await (await section()).findByRole('button', { name: 'Download the copy' })
  expect(document.activeElement).toBe(download)
  const ready = await (await section()).findByText('Your copy is ready')
  expect(ready.closest('[role=status]')!.textContent).toMatch(
    /Made on 21 November 2026, 2\.3.MB\. It is kept until 28 November 2026/,
  )
  ;(await section()).getByText(/You can ask for the next copy from 22 November 2026/)
  expect((await section()).queryByRole('button', { name: 'Ask for a new copy' })).toBeNull()

  await userEvent.click(download)
  await (await section()).findByText(/The copy is being downloaded/)
  expect(saved).toEqual([fileOf(FRESH)])
  expect(server.requests.filter(({ path }) => path === fileOf(FRESH))).toMatchObject([
    { method: 'HEAD' },
  ])
})

test('who will not prove who they are gets nothing, and nothing is asked for', async () => {
  const { club } = await openSettings(null)
  await press('Export my data')
  await screen.findByRole('dialog')
  await userEvent.keyboard('{Escape}')
  await waitFor(async () =>
    expect((await button('Export my data')).getAttribute('aria-disabled')).toBeNull(),
  )
  expect(club.copy).toBeNull()
})

test('the link of the mail leaves the address at once, however long the copy is not known', async () => {
  const { location, server } = await openSettings(copyOfData(), { hash: `#export=${MAILED}` })
  const known = Promise.withResolvers<Response>()
  server.answers[EXPORT] = () => known.promise
  await waitFor(() => expect(server.times(EXPORT)).toBe(1))
  await waitFor(() => expect(location().hash).toBe(''))
  known.resolve(Response.json({ export: copyOfData() }))
  const download = await button('Download the copy')
  await waitFor(() => expect(document.activeElement).toBe(download))
  ;(await section()).getByText(/link from our email is good once/)
})

test('the link of the mail leads straight to the button, leaves the address, and asks for a proof', async () => {
  const { location, server } = await openSettings(copyOfData(), { hash: `#export=${MAILED}` })
  const download = await button('Download the copy')
  await waitFor(() => expect(document.activeElement).toBe(download))
  await waitFor(() => expect(location().hash).toBe(''))
  ;(await section()).getByText(/link from our email is good once/)
  await userEvent.keyboard('{Enter}')
  await prove()
  await (await section()).findByText(/The copy is being downloaded/)
  expect([saved, server.times(LINK)]).toEqual([[fileOf(MAILED)], 0])
  // the next time it takes a new one
  await press('Download the copy')
  await waitFor(() => expect(saved).toEqual([fileOf(MAILED), fileOf(FRESH)]))
})

test('a mailed link that is used up or somebody else’s says so, and what one may do still works', async () => {
  const { club } = await openSettings(null, { hash: `#export=${MAILED}`, needsProof: false })
  club.links.set(MAILED, 410)
  await press('Download the copy')
  const alert = await (await section()).findByRole('alert')
  expect(alert.textContent).toContain('This link is no longer good, or belongs to another account')
  expect(saved).toEqual([])
  await button('Export my data')
})

test('one that failed, and one that is past its days, can be followed by another', async () => {
  const failed = copyOfData({ state: 'failed', nextAt: '2026-11-21T10:55:00.000Z' })
  const { club } = await openSettings(failed, { needsProof: false })
  await (await section()).findByText('Your copy could not be made')
  await press('Try again')
  await (await section()).findByText(/Your copy is being made/)
  closeTab()

  club.copy = null
  const old = '2026-11-01T10:00:00.000Z'
  await openSettings(copyOfData({ state: 'expired', readyAt: old, nextAt: old }))
  await (await section()).findByText(/The last copy, of 1 November 2026, is deleted/)
  await button('Export my data')
  closeTab()

  await openSettings(copyOfData({ state: 'expired', isVoid: true, nextAt: old }))
  await (await section()).findByText(/because images of an ID in it have been deleted since/)
  closeTab()

  await openSettings(copyOfData({ nextAt: old }), { needsProof: false })
  await press('Ask for a new copy')
  await (await section()).findByText(/Your copy is being made/)
  // what was pressed is gone
  const part = screen.getByRole('region', { name: 'Privacy' })
  await waitFor(() => expect(document.activeElement).toBe(part))
})

test('what cannot be loaded or asked for says why, and can be tried again', async () => {
  const { server } = await openSettings(null, { needsProof: false })
  await button('Export my data')
  server.answers[EXPORT] = () => refusal('unavailable', {}, 503)
  await press('Export my data')
  await (await section()).findByRole('alert')
  closeTab()
  const tab = await openTab('/settings', { session: mila, answers: server.answers })
  const alert = within(await (await section()).findByRole('alert'))
  alert.getByText('The state of your copy could not be loaded')
  tab.server.answers[EXPORT] = () => Response.json({ export: null })
  await userEvent.click(alert.getByRole('button', { name: 'Try again' }))
  await button('Export my data')
})

test('in German everything is German', async () => {
  await openSettings(copyOfData(), { language: 'de' })
  const german = await section('Datenschutz')
  await german.findByRole('button', { name: 'Kopie herunterladen' })
  german.getByText(/Erstellt am 21\.11\.2026, 2,3.MB\. Sie liegt bis zum 28\.11\.2026/)
})
