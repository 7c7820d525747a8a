import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CaseFile } from '#contract/moderation/cases.ts'
import { caseFile, deskId } from '#web/testing/cases.ts'
import { closeTab, mila, openTab, refusal } from '#web/testing/openTab.tsx'
import { TestStream } from '#web/testing/stream.ts'

beforeEach(() => (localStorage.clear(), sessionStorage.clear(), void (TestStream.all = [])))
afterEach(closeTab)

const CASE = `/api/desk/cases/${deskId(701)}`
/** It says which case was read. */
const AGE = `${CASE}/age?version=as+opened`

async function openCase(file: CaseFile) {
  const club = { file, isProved: false, sent: [] as unknown[], asked: 0, late: Promise.resolve() }
  await openTab(`/admin/reports/${file.id}`, {
    session: { ...mila, isModerator: true },
    stream: TestStream,
    answers: {
      [CASE]: () => Response.json(club.file),
      [`${CASE}/decisions`]: ({ body }) => {
        club.sent.push(body)
        club.file = {
          ...club.file,
          state: 'decided',
          decision: 'minor',
          refusal: 'already_decided',
        }
        return Response.json(club.file)
      },
      [AGE]: async () => {
        await club.late
        if (club.file.version !== 'as opened') return refusal('more_reported', {}, 409)
        if (!club.isProved) return refusal('proof_needed', {}, 403)
        club.asked += 1
        club.file = { ...club.file, age: 'asked', urgency: 'days' }
        return Response.json(club.file)
      },
      '/api/auth/proof': () => {
        club.isProved = true
        return Response.json({ until: '2026-11-21T12:10:00.000Z' })
      },
    },
  })
  await screen.findByRole('heading', { level: 1, name: `Fall ${file.number}` })
  return club
}

test('that somebody is a minor can be decided only where their age is asked for, after one more look', async () => {
  await openCase(caseFile())
  expect(screen.queryByRole('radio', { name: 'Minderjährig' })).toBeNull()
  closeTab()
  const club = await openCase(caseFile({ age: 'suspected', reasons: ['minor'] }))
  screen.getByText(/vorläufig gesperrt und um einen Ausweis gebeten/)
  await userEvent.click(screen.getByRole('radio', { name: 'Minderjährig' }))
  await userEvent.selectOptions(screen.getByLabelText('Regel'), 'AGB, nur für Erwachsene ab 18')
  await userEvent.type(screen.getByLabelText('Was geschehen ist'), 'Der Ausweis sagt 16.')
  await userEvent.click(screen.getByRole('button', { name: 'Entscheiden' }))
  const asked = within(await screen.findByRole('dialog'))
  asked.getByText(/lässt sich dann nicht zurücknehmen/)
  await userEvent.click(asked.getByRole('button', { name: 'Bestätigen und löschen' }))
  await waitFor(() => expect(club.sent).toMatchObject([{ kind: 'minor' }]))
})

test('who cannot tell asks for an ID, having shown who they are, and the case waits for it', async () => {
  const club = await openCase(caseFile({ age: 'suspected', reasons: ['minor'] }))
  await userEvent.click(screen.getByRole('button', { name: 'Ausweis verlangen' }))
  const proof = within(await screen.findByRole('dialog', { name: /bestätigen Sie/ }))
  await userEvent.type(await proof.findByLabelText('Passwort'), 'correct horse{Enter}')
  await screen.findByText('Ein Ausweis ist verlangt. Der Fall wartet darauf.')
  screen.getByText(/binnen 14 Tagen einen Ausweis zeigen/)
  expect(screen.queryByRole('button', { name: 'Ausweis verlangen' })).toBeNull()
  expect(club.asked).toBe(1)
})

test('who goes on to write while an ID is asked for keeps the focus', async () => {
  const club = await openCase(caseFile({ age: 'suspected', reasons: ['minor'] }))
  const { promise, resolve } = Promise.withResolvers<void>()
  Object.assign(club, { late: promise, isProved: true })
  await userEvent.click(screen.getByRole('radio', { name: 'Verwarnen' }))
  const facts = await screen.findByLabelText('Was geschehen ist')
  await userEvent.click(screen.getByRole('button', { name: 'Ausweis verlangen' }))
  await userEvent.type(facts, 'Ein Bild ')
  resolve()
  await screen.findByText('Ein Ausweis ist verlangt. Der Fall wartet darauf.')
  await userEvent.keyboard('vom Abend')
  expect(facts).toHaveProperty('value', 'Ein Bild vom Abend')
})

test('a member who is not asked after all, since a colleague was quicker, is seen as they are now', async () => {
  const club = await openCase(caseFile({ age: 'suspected', reasons: ['minor'] }))
  club.file = { ...club.file, age: null, version: 'lifted since' }
  await userEvent.click(screen.getByRole('button', { name: 'Ausweis verlangen' }))
  await screen.findByText(/In diesem Fall hat sich inzwischen etwas geändert/)
  await screen.findByRole('button', { name: 'Sperren und Ausweis verlangen' })
  expect(club.asked).toBe(0)
})

test('in any other case the same suspends; of the staff nobody, and in a case that is decided nothing', async () => {
  await openCase(caseFile())
  expect(screen.getByRole('button', { name: 'Sperren und Ausweis verlangen' })).toHaveProperty(
    'disabled',
    false,
  )
  closeTab()
  await openCase(caseFile({ keepOutRefusal: 'staff_member' }))
  expect(screen.getByRole('button', { name: 'Sperren und Ausweis verlangen' })).toHaveProperty(
    'disabled',
    true,
  )
  closeTab()
  await openCase(caseFile({ state: 'decided', decision: 'warn', refusal: 'already_decided' }))
  expect(screen.queryByRole('button', { name: /Ausweis verlangen/ })).toBeNull()
})
