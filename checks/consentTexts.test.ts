import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { documentVersions } from '#contract/consentTexts.ts'
import { termsTexts } from '#server/features/consent/consent.texts.ts'

type Edition = { version: string; texts: Record<'de' | 'en', (admission: string) => unknown> }

test('the hash that proves what was agreed to is that of the terms as the web app has them', async () => {
  const documents = '../web/legal/documents.ts'
  const { legalDocuments } = (await import(/* @vite-ignore */ documents)) as {
    legalDocuments: { terms: [Edition, ...Edition[]] }
  }
  const [{ version, texts }] = legalDocuments.terms
  expect(version).toBe(documentVersions.terms)
  const words = (['de', 'en'] as const).flatMap((language) =>
    ['open', 'invitation'].map((admission) => texts[language](admission)),
  )
  const hash = createHash('sha256').update(JSON.stringify(words)).digest('hex')
  // words that changed are a new version: docs/operations.md, "New terms"
  expect(termsTexts[documentVersions.terms]).toBe(hash)
})
