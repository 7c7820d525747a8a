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
const byRadio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })

/** A case in a club that asks for a proof before somebody is kept out. */
async function openCase(file: CaseFile) {
  const club = { file, isProved: false, sent: 0 }
  await openTab(`/admin/reports/${file.id}`, {
    session: { ...mila, isModerator: true },
    stream: TestStream,
    answers: {
      [CASE]: () => Response.json(club.file),
      [`${CASE}/decisions`]: () => {
        if (!club.isProved) return refusal('proof_needed', {}, 403)
        club.sent += 1
        club.file = { ...club.file, state: 'decided', decision: 'ban', refusal: 'already_decided' }
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

test('keeping somebody out needs a proof of identity first, and then it is done', async () => {
  const club = await openCase(caseFile())
  await userEvent.click(byRadio('Ausschließen'))
  await userEvent.selectOptions(
    screen.getByLabelText('Regel'),
    'Hausregeln, „Seien Sie freundlich“',
  )
  await userEvent.type(screen.getByLabelText('Was geschehen ist'), 'Drohungen.')
  await userEvent.click(screen.getByRole('button', { name: 'Entscheiden' }))
  const question = within(await screen.findByRole('dialog', { name: 'Ben ausschließen?' }))
  await userEvent.click(question.getByRole('button', { name: 'Ausschließen' }))
  const proof = within(await screen.findByRole('dialog', { name: /bestätigen Sie/ }))
  await userEvent.type(await proof.findByLabelText('Passwort'), 'correct horse{Enter}')
  await screen.findByText(/ist entschieden/)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(club.sent).toBe(1)
})

test('about one of the staff the desk says what comes first, and offers what is left', async () => {
  await openCase(caseFile({ keepOutRefusal: 'staff_member' }))
  await screen.findByText(/^Diese Person arbeitet für den Club\. Zuerst endet ihre Rolle/)
  expect(['Sperren', 'Ausschließen'].map((name) => byRadio(name).disabled)).toEqual([true, true])
  expect(['Kein Verstoß', 'Verwarnen'].map((name) => byRadio(name).disabled)).toEqual([
    false,
    false,
  ])
})
