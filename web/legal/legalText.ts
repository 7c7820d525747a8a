import type { LegalPage } from '#contract/pages.ts'
import type { Tongue } from '#web/text/language.ts'

/**
 * Words of a legal text. `[words](/where)` is a link, `{product}` the club's name, and `%NAME%` a
 * fact about the operator that the server fills in.
 */
export type LegalWords = string

/** Names and what they stand for, with a heading of their own where there are several. */
export type LegalFacts = {
  title?: string
  facts: readonly (readonly [name: LegalWords, value: LegalWords])[]
}

export type LegalTable = {
  caption: string
  head: readonly string[]
  rows: readonly (readonly LegalWords[])[]
}

/** A paragraph, a list of points, facts or a table. */
export type LegalPart = LegalWords | readonly LegalWords[] | LegalFacts | LegalTable

/** `id` is the same in both languages. */
export type LegalSection = { id: string; title: string; parts: readonly LegalPart[] }

export type LegalText = {
  /** What a link to this language says, in this language. */
  edition: string
  title: string
  intro: LegalWords
  sections: readonly LegalSection[]
}

export type Admission = 'open' | 'invitation'

/** One version of a document, as it was or is in force. */
export type LegalEdition = {
  /** The imprint has none. */
  version: string | null
  /** The day it was written, `YYYY-MM-DD`. */
  since: string
  texts: Record<Tongue, (admission: Admission) => LegalText>
}

/** Newest first: what is in force, then what was. */
export type LegalEditions = readonly [current: LegalEdition, ...earlier: LegalEdition[]]
export type LegalDocuments = Record<LegalPage, LegalEditions>

/** `/legal/terms-1-0-0`: a file of its own among the public pages. */
export const archivePath = (page: LegalPage, { version, since }: LegalEdition): string =>
  `/legal/${page}-${(version ?? since).replaceAll('.', '-')}`

export const isFacts = (part: LegalPart): part is LegalFacts =>
  typeof part === 'object' && 'facts' in part
export const isTable = (part: LegalPart): part is LegalTable =>
  typeof part === 'object' && 'rows' in part

/** The words alone, for where nothing can be linked. */
export const plainWords = (words: LegalWords): string =>
  words.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
