import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { appCode, newTotpSecret, stepOfCode, totpCard, totpStep } from './totp.codes.ts'

test('six digits are a code of an app, however they were typed, and nothing else is', () => {
  for (const typed of ['123456', ' 123 456 ', '123-456']) expect(appCode(typed)).toBe('123456')
  for (const typed of ['1234567', '12345', 'A123456', '123456A']) expect(appCode(typed)).toBeNull()
})

test('a step is over after thirty whole seconds', () => {
  expect([29_999, 30_000, 59_999].map((ms) => totpStep(new Date(ms)))).toEqual([0, 1, 1])
})

test('a code is of its step until the next one is over, to the millisecond', () => {
  const secret = newTotpSecret()
  const code = generateSync({ secret, epoch: 300 })
  const stepAt = (ms: number) => stepOfCode(secret, code, new Date(ms))
  expect([269_999, 270_000, 359_999, 360_000].map(stepAt)).toEqual([null, 10, 10, null])
})

test.each([
  ['Rot & Blau: Köln', 'Rot & Blau Köln'],
  ['Salon', 'Salon'],
  ['A:B:C', 'A B C'],
  [' : Salon :', 'Salon'],
  ['Was? Wer#Wie/Wo%3A', 'Was? Wer#Wie/Wo%3A'],
])('what an app shows of %s is divided once', (club, issuer) => {
  const { uri } = totpCard({ secret: newTotpSecret(), club, email: 'tia+tab@example.org' })
  const url = new URL(uri)
  const label = decodeURIComponent(url.pathname.replace(/^\/+/, '').replace(/^totp\//, ''))
  expect(label.split(':')).toEqual([issuer, 'tia+tab@example.org'])
  expect(url.searchParams.get('issuer')).toBe(issuer)
})
