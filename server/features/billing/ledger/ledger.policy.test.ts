import { expect, test } from 'vitest'
import { paymentLines, refundLines, includedVat } from './ledger.policy.ts'

test('the tax is the part of a price that includes it, to the cent', () => {
  expect(includedVat(1990, 19)).toBe(318)
  expect(includedVat(11_900, 19)).toBe(1900)
  expect(includedVat(1990, 7)).toBe(130)
  expect(includedVat(1990, 0)).toBe(0)
})

test('half a cent of tax is a whole one', () => {
  expect(includedVat(3, 20)).toBe(1)
})

test('of what was paid, the provider has what it did not keep; the rest is ours and the tax office’s', () => {
  expect(paymentLines(1990, 59, 19)).toEqual([
    { account: 'provider', cents: 1931 },
    { account: 'fees', cents: 59 },
    { account: 'revenue', cents: -1672 },
    { account: 'vat', cents: -318 },
  ])
})

test('a line of nothing is none', () => {
  expect(paymentLines(1990, 0, 19).map(({ account }) => account)).toEqual([
    'provider',
    'revenue',
    'vat',
  ])
})

test('what goes back is taken from the provider, and from us and the tax office in its parts', () => {
  expect(refundLines(1990, 318)).toEqual([
    { account: 'provider', cents: -1990 },
    { account: 'revenue', cents: 1672 },
    { account: 'vat', cents: 318 },
  ])
})
