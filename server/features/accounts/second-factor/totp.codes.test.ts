import { expect, test } from 'vitest'
import { newTotpSecret, totpCard } from './totp.codes.ts'

test.each([
  ['Rot & Blau: Köln', 'Rot & Blau Köln'],
  ['Salon', 'Salon'],
  ['A:B:C', 'A B C'],
  ['Was? Wer#Wie/Wo%3A', 'Was? Wer#Wie/Wo%3A'],
])('what an app shows of %s is divided once', (club, issuer) => {
  const { uri } = totpCard({ secret: newTotpSecret(), club, email: 'tia+tab@example.org' })
  const url = new URL(uri)
  const label = decodeURIComponent(url.pathname.replace(/^\/+/, '').replace(/^totp\//, ''))
  expect(label.split(':')).toEqual([issuer, 'tia+tab@example.org'])
  expect(url.searchParams.get('issuer')).toBe(issuer)
})
