import { expect, test } from 'vitest'
import { PrinterBusy, printSheet } from './printing.ts'
import type { Sheet } from './sheet.ts'

const sheet = (title: string, paragraphs: Sheet['sections'][number]['paragraphs']): Sheet => ({
  language: 'de',
  name: 'sheet',
  title,
  writtenAt: '2026-11-21T12:00:00Z',
  sender: ['Żółć & Söhne GmbH'],
  facts: [['Fassung', '2.0.0']],
  sections: [{ title: 'Erstens', paragraphs }],
  foot: ['Fuß'],
})

test('more than a few dozen at once are asked to come back, and the others are printed', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 70 }, () => printSheet(sheet('Viele', []))),
  )
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused.map((one) => 'reason' in one && one.reason instanceof PrinterBusy)).toEqual(
    Array.from({ length: 6 }, () => true),
  )
  await printSheet(sheet('Danach', []))
})
