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
const EARLIER_POLICIES = {
  '2.4.0': '89e86ed68704ac976a537350d79662e7d24b0aed39a843ef6d1d9523aa7839b3',
  '2.3.0': '44bbd0198f12234e2fa6c2056b0f9e9c765282d6457aac96dc04769a050284c7',
  '2.2.0': '35888fa58654687b3660ac184b3b95b60872a6311a70fde40349b96839f8622c',
  '2.1.0': 'b1f9b5ba55bb5581434ab07574c07e8459cb7839fa557377aad4d30a8d5a9512',
}

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
