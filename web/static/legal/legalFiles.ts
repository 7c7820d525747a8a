// Reads every edition of the legal texts from `legal/`; stops the build where a file is missing or malformed.
import { legalPages } from '#contract/pages.ts'
import {
  archivePath,
  type Admission,
  type LegalDocuments,
  type LegalEdition,
  type LegalEditions,
} from '#web/legal/legalText.ts'
import type { Tongue } from '#web/text/language.ts'
import { parseLegalText } from './legalMarkdown.ts'

/** Markdown by the path of its file within `legal/`. */
type LegalFiles = Record<string, string>

const found = import.meta.glob<string>('../../../legal/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The files of `legal/`. */
export const legalFiles: LegalFiles = Object.fromEntries(
  Object.entries(found)
    .map(([path, text]) => [path.replace('../../../legal/', ''), text] as const)
    .filter(([path]) => !path.endsWith('README.md')),
)

/** `archive/terms.2.0.0` of `archive/terms.2.0.0.de.md`. */
const PATH = /^((?:archive\/)?\w+(?:\.\d+\.\d+\.\d+)?)\.(?:de|en)\.md$/
const EDITION = /^(archive\/)?(\w+)(?:\.(.+))?$/
const FRONT = /^---\nsince: (\d{4}-\d{2}-\d{2})\n---\n/

/**
 * Every edition of a document, the one in force first. Throws an `Error` that names the file when
 * one is missing, or is not as legal/README.md says.
 */
export function readEditions(files: LegalFiles, document: string): LegalEditions {
  const names = Object.keys(files).map(
    (path) => PATH.exec(path)?.[1] ?? refuse(path, 'has no name of a legal text'),
  )
  const editions = [...new Set(names)].flatMap((name) => {
    const [, archive, its, version = null] = EDITION.exec(name) ?? []
    return its === document ? [{ name, isFrozen: archive !== undefined, version }] : []
  })
  const inForce = editions.filter(({ isFrozen }) => !isFrozen)
  const earlier = editions
    .filter(({ isFrozen }) => isFrozen)
    .sort((a, b) => (b.version ?? '').localeCompare(a.version ?? '', 'en', { numeric: true }))
  const [current, second] = inForce
  if (!current || second) return refuse(document, `has ${inForce.length} editions in force`)
  return [readEdition(files, current), ...earlier.map((one) => readEdition(files, one))]
}

type Named = { name: string; isFrozen: boolean; version: string | null }

function readEdition(files: LegalFiles, { name, isFrozen, version }: Named): LegalEdition {
  const read = (lang: Tongue) => {
    const path = `${name}.${lang}.md`
    const source = (files[path] ?? refuse(path, 'is missing')).replaceAll('\r\n', '\n')
    const [front = '', since] = FRONT.exec(source) ?? []
    const text = (admission: Admission) => {
      try {
        return parseLegalText(source.slice(front.length), { lang, admission, isFrozen })
      } catch (error) {
        return refuse(path, (error as Error).message)
      }
    }
    return { text, since: since ?? refuse(path, 'does not begin with its day') }
  }
  const [de, en] = [read('de'), read('en')]
  if (de.since !== en.since) return refuse(`${name}.en.md`, 'is of another day than the German')
  return { version, since: de.since, texts: { de: de.text, en: en.text } }
}

function refuse(path: string, what: string): never {
  throw new Error(`legal/${path} ${what}`)
}

export const readDocuments = (files: LegalFiles): LegalDocuments =>
  Object.fromEntries(legalPages.map((page) => [page, readEditions(files, page)])) as LegalDocuments

/** Every legal page with its editions. */
export const legalDocuments = readDocuments(legalFiles)

/** Texts of which only what is in force counts. */
export const [{ texts: houseRules }] = readEditions(legalFiles, 'rules')
export const [{ texts: accessibility }] = readEditions(legalFiles, 'accessibility')

export const earlierEditions = (documents: LegalDocuments) =>
  legalPages.flatMap((page) =>
    documents[page]
      .slice(1)
      .map((edition) => ({ page, edition, path: archivePath(page, edition) })),
  )
