import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RetentionLine } from '#contract/privacy/dataRequests.ts'
import { retention } from '#contract/privacy/retention.ts'
import { closeTab, mila, openTab, refusal } from '#web/testing/openTab.tsx'

beforeEach(() => localStorage.clear())
afterEach(closeTab)

const RETENTION = '/api/admin/retention'
const admin = { ...mila, isAdmin: true }
const ELSEWHERE = ['ibanFragment', 'cookies', 'backups', 'keyBackups']

const lineOf = (rule: string, more: Partial<RetentionLine> = {}): RetentionLine => ({
  rule,
  act: 'delete',
  law: { de: 'Art. 5 Abs. 1 lit. e DSGVO', en: 'Art. 5 (1) (e) GDPR' },
  askedAt: '2026-11-21T03:00:00.000Z',
  removed: 2,
  removedRecently: 1_234,
  overdue: 0,
  ...more,
})
const nothing = { askedAt: null, removed: null, removedRecently: 0, overdue: null }
const rules = (more: Record<string, Partial<RetentionLine>> = {}) =>
  Object.keys(retention).map((rule) =>
    lineOf(rule, { ...(ELSEWHERE.includes(rule) && nothing), ...more[rule] }),
  )

const open = (answer: () => Response | Promise<Response>, language: 'mul' | 'en' = 'mul') =>
  openTab('/admin/retention', { session: admin, language, answers: { [RETENTION]: answer } })
const row = async (name: RegExp) =>
  (await screen.findByRole('row', { name })).textContent?.replaceAll(/\s+/g, ' ')

test('every rule stands with its period, what happens then and why, its last run, and nothing overdue', async () => {
  const countedAt = '2026-11-21T03:00:00.000Z'
  const shred: Partial<RetentionLine> = {
    act: 'shred',
    law: { de: '§ 20 Abs. 2 PAuswG', en: 'section 20 (2) PAuswG' },
  }
  const answer = { rules: rules({ identityApproved: shred }), countedAt }
  await open(() => Response.json(answer))
  await screen.findByText('Nichts ist überfällig')
  expect(screen.getAllByRole('row')).toHaveLength(Object.keys(retention).length + 1)
  expect(await row(/wenn die Prüfung gelang/)).toMatch(
    /30 Tage ab der Genehmigung.*Schlüssel vernichtet, .* nach §\s20\sAbs\.\s2 PAuswG.*21\.11\.2026, \d\d:\d\d.*2.*1\.234.*0$/,
  )
  expect(await row(/^Sicherungskopien 35/)).toMatch(
    /35 Tage ab ihrer Anfertigung.*gelöscht nach Art\.\s5\sAbs\.\s1 lit\. e DSGVO.*nicht in der Datenbank$/,
  )
  expect(screen.queryByText('seit über 36 Stunden nicht')).toBeNull()
})

test('one row past its time is one', async () => {
  const answer = {
    rules: rules({ notices: { overdue: 1 } }),
    countedAt: '2026-11-21T03:00:00.000Z',
  }
  await open(() => Response.json(answer))
  await screen.findByText('1 Zeile ist über ihrer Frist')
  closeTab()
  await open(() => Response.json(answer), 'en')
  await screen.findByText('1 row is past its time')
})

test('rows past their time, and a run that is missing, stand out', async () => {
  const more = {
    notices: { overdue: 3 },
    messages: { askedAt: '2026-11-19T03:00:00.000Z' },
    consents: { askedAt: null, removed: null },
  }
  const countedAt = '2026-11-21T03:00:00.000Z'
  await open(() => Response.json({ rules: rules(more), countedAt }), 'en')
  await screen.findByText('3 rows are past their time')
  expect(await row(/^Messages through the contact form/)).toMatch(
    /12 months from the answer.*deleted under Art\.\s5\s\(1\) \(e\) GDPR.*not in the last 36 hours/,
  )
  expect(await row(/^Proof of consents/)).toContain('never')
})

test('before the first run nobody is told that all is well', async () => {
  const never = Object.fromEntries(Object.keys(retention).map((rule) => [rule, nothing]))
  await open(() => Response.json({ rules: rules(never), countedAt: null }))
  await screen.findByText('Noch nicht gezählt')
  expect(screen.queryByText('Nichts ist überfällig')).toBeNull()
  expect(await row(/^Anmelde-Cookies/)).toContain('noch nie')
})

test('while it is on its way, and when it does not come', async () => {
  let settle: (answer: Response) => void = () => {}
  const { server } = await open(() => new Promise<Response>((resolve) => (settle = resolve)))
  const waiting = await screen.findByRole('group', { name: 'Lädt …' })
  expect(waiting.getAttribute('aria-busy')).toBe('true')
  settle(refusal('unavailable', {}, 503))
  await screen.findByText('Die Aufbewahrung konnte nicht geladen werden')
  server.answers[RETENTION] = () =>
    Response.json({ rules: rules(), countedAt: '2026-11-21T03:00:00.000Z' })
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }))
  within(await screen.findByRole('table')).getByRole('columnheader', { name: 'Höchstens' })
})
