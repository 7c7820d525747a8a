import { expect, test } from 'vitest'
import { germanDate, germanEuros, germanPercent, invoiceNumber } from './invoices.policy.ts'
import { berlinYear, sellerToday } from './invoices.policy.ts'

test('an invoice names the club as the law wants it', () => {
  const operator = {
    OPERATOR_NAME: 'Parlour GmbH',
    OPERATOR_ADDRESS: 'Am Hafen 1, 20095 Hamburg',
    OPERATOR_REPRESENTATIVE: 'Ada Behrens',
    OPERATOR_REGISTER: 'HRB 1',
    OPERATOR_VAT_ID: 'DE123456789',
    OPERATOR_EMAIL: 'post@example.org',
    OPERATOR_PHONE: '+49 40 1',
  } as Parameters<typeof sellerToday>[0]['operator']
  expect(sellerToday({ operator, clubName: 'Parlour' })).toEqual({
    name: 'Parlour GmbH',
    address: 'Am Hafen 1, 20095 Hamburg',
    representative: 'Ada Behrens',
    register: 'HRB 1',
    vatId: 'DE123456789',
    email: 'post@example.org',
    phone: '+49 40 1',
    club: 'Parlour',
  })
})

test('invoices are numbered by the year of Berlin', () => {
  expect(berlinYear(new Date('2026-12-31T22:59:59Z'))).toBe(2026)
  expect(berlinYear(new Date('2026-12-31T23:00:00Z'))).toBe(2027)
  expect(invoiceNumber(2026, 7)).toBe('R-2026-000007')
})

test('days, sums and rates are written as in Germany', () => {
  expect(germanDate('2026-11-20T23:00:00Z')).toBe('21.11.2026')
  expect(germanEuros(199_090)).toBe('1.990,90\u00a0€')
  expect(germanPercent(7.5)).toBe('7,5\u00a0%')
  expect(germanPercent(19)).toBe('19\u00a0%')
})
