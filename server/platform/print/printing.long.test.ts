import { expect, test } from 'vitest'
import { writeSheet } from '#testing/hostile/sheets.ts'
import { PrinterBusy, printSheet } from './printing.ts'

test('more than a few dozen at once are asked to come back, and the others are printed', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 70 }, () => printSheet(writeSheet('Viele', []))),
  )
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused.map((one) => 'reason' in one && one.reason instanceof PrinterBusy)).toEqual(
    Array.from({ length: 6 }, () => true),
  )
  await printSheet(writeSheet('Danach', []))
})
