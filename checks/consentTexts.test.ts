import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { documentDays, documentVersions } from '#contract/consent/consentVersions.ts'
import { termsTexts } from '#server/features/consent/consent.texts.ts'

type Edition = {
  version: string
  since: string
  texts: Record<'de' | 'en', (admission: string) => unknown>
}

function hashOf({ texts }: Edition): string {
  const words = (['de', 'en'] as const).flatMap((language) =>
    ['open', 'invitation'].map((admission) => texts[language](admission)),
  )
  return createHash('sha256').update(JSON.stringify(words)).digest('hex')
}

const documents = '../web/legal/documents.ts'

/** Of both languages, by version: an earlier policy keeps every word, whatever becomes of the periods since. */
const EARLIER_POLICIES = {}

test('version, day and hash that prove what was agreed to are those of the terms as the web app has them', async () => {
  const { legalDocuments } = (await import(/* @vite-ignore */ documents)) as {
    legalDocuments: { terms: [Edition, ...Edition[]] }
  }
  const [{ version, since }] = legalDocuments.terms
  expect({ version, since }).toEqual({ version: documentVersions.terms, since: documentDays.terms })
  // words that changed are a new version: docs/operations.md, "New terms"
  expect(legalDocuments.terms.map((edition) => [edition.version, hashOf(edition)])).toEqual(
    Object.entries(termsTexts),
  )
})

test('an earlier privacy policy says what it said while it was in force', async () => {
  const { legalDocuments } = (await import(/* @vite-ignore */ documents)) as {
    legalDocuments: { privacy: [Edition, ...Edition[]] }
  }
  const [, ...earlier] = legalDocuments.privacy
  expect(earlier.map((edition) => [edition.version, hashOf(edition)])).toEqual(
    Object.entries(EARLIER_POLICIES),
  )
})
