import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
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

const documents = '../web/static/legal/legalFiles.ts'

test('version, day and hash that prove what was agreed to are those of the terms in legal/', async () => {
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

/** The sha256 of each file of `legal/archive/`: what was in force once keeps every word. */
const FROZEN: Record<string, string> = {}

test('an edition that was in force once says what it said then', () => {
  const files = globSync('legal/archive/*.*.md').toSorted()
  const hashes = files.map((path) => createHash('sha256').update(readFileSync(path)).digest('hex'))
  expect(Object.fromEntries(files.map((path, at) => [path, hashes[at]]))).toEqual(FROZEN)
})
