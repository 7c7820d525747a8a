import { expect, test } from 'vitest'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import { contentRefusal, newerVersion, termsRefusal } from './consent.policy.ts'

test('nobody agrees to a version they did not read', () => {
  expect(newerVersion('terms', documentVersions.terms)).toBeNull()
  expect(newerVersion('terms', '0.0.1')).toBe(documentVersions.terms)
})

test('acts wait until the terms in force are accepted', () => {
  expect(termsRefusal({ termsDue: documentVersions.terms })).toBe('terms_due')
  expect(termsRefusal({ termsDue: null })).toBeNull()
})

test('what may say something of what the law protects most asks for consent', () => {
  expect(contentRefusal({ hasContentConsent: false })).toBe('consent_required')
  expect(contentRefusal({ hasContentConsent: true })).toBeNull()
})
