// Turns the Markdown of a legal text into its parts, and refuses whatever it does not understand.
import { Lexer, lexer, type Token, type Tokens } from 'marked'
import { limits } from '#contract/limits.ts'
import { retention, type RetentionRule } from '#contract/privacy/retention.ts'
import { deviceTable } from '#web/legal/deviceTable.ts'
import type {
  Admission,
  LegalFacts,
  LegalPart,
  LegalSection,
  LegalTable,
  LegalText,
} from '#web/legal/legalText.ts'
import { periodWords, retentionTable } from '#web/legal/retentionTable.ts'
import { instructionParts, modelFormParts } from '#web/legal/withdrawalParts.ts'
import type { Tongue } from '#web/text/language.ts'

const EDITION: Record<Tongue, string> = { de: 'Deutsche Fassung', en: 'English version' }

/** What stands in a line of its own and is made of the data and words that the club works by. */
const INSERTS: Record<string, (lang: Tongue) => LegalPart[]> = {
  retentionTable: (lang) => [retentionTable(lang)],
  deviceTable: (lang) => [deviceTable(lang)],
  withdrawalInstruction: instructionParts,
  withdrawalForm: modelFormParts,
}

type Options = {
  lang: Tongue
  admission: Admission
  /** Was in force once: it may insert nothing that changes with the club. */
  isFrozen?: boolean
}

/** A legal text out of its Markdown (legal/README.md). Throws an `Error` with the line it does not understand. */
export function parseLegalText(markdown: string, options: Options): LegalText {
  const [title, intro, ...rest] = lexer(markdown).filter(({ type }) => type !== 'space')
  if (!isHeading(title, 1)) return refuse('does not begin with "# Title"', title)
  if (!isParagraph(intro)) return refuse('has no paragraph below its title', intro)
  const sections: LegalSection[] = []
  while (rest.length > 0) sections.push(takeSection(rest, options))
  return {
    edition: EDITION[options.lang],
    title: title.text,
    intro: readWords(intro.text, options),
    sections,
  }
}

function takeSection(tokens: Token[], options: Options): LegalSection {
  const heading = tokens.shift()
  const [, title, id] = isHeading(heading, 2) ? (HEADING.exec(heading.text) ?? []) : []
  if (!title || !id) return refuse('needs "## Title {#id}" here', heading)
  const parts: LegalPart[] = []
  while (tokens[0] && !isHeading(tokens[0], 2)) parts.push(...takeParts(tokens, options))
  return { id, title, parts }
}

const HEADING = /^(.+) \{#([a-z-]+)\}$/
const INSERT = /^\{(\w+)\}$/
const ADMISSION = /^\{(open|invitation)\} /

function takeParts(tokens: Token[], options: Options): LegalPart[] {
  const token = tokens.shift()
  if (isHeading(token, 3)) {
    const named = tokens.shift()
    if (isTable(named)) return [readTable(token.text, named, options)]
    const facts = isList(named) && readFacts(named, options)
    return facts ? [{ title: token.text, ...facts }] : refuse('names no table and no facts', token)
  }
  if (isList(token))
    return [readFacts(token, options) ?? token.items.map(({ text }) => readWords(text, options))]
  if (!isParagraph(token)) return refuse('has something here that these texts never have', token)
  const [, insert] = INSERT.exec(token.text) ?? []
  if (insert) return makeInsert(insert, token, options)
  const [mark, admission] = ADMISSION.exec(token.text) ?? ['']
  return admission && admission !== options.admission
    ? []
    : [readWords(token.text.slice(mark.length), options)]
}

function makeInsert(name: string, token: Token, { lang, isFrozen }: Options): LegalPart[] {
  if (isFrozen) return refuse('is frozen, so this must be written out', token)
  return INSERTS[name]?.(lang) ?? refuse('knows nothing of this name', token)
}

/** A list of `- **Name:** words`; null if it is another list. */
function readFacts({ items }: Tokens.List, options: Options): LegalFacts | null {
  const facts = items.map(({ text }) => /^\*\*(.+?):\*\* (.+)$/s.exec(text))
  if (!facts.some(Boolean)) return null
  return {
    facts: facts.map((fact, at) => {
      if (!fact) return refuse('has "- **Name:** words" in some points of a list only', items[at])
      const [, name = '', value = ''] = fact
      return [readWords(name, options), readWords(value, options)]
    }),
  }
}

const readTable = (caption: string, table: Tokens.Table, options: Options): LegalTable => ({
  caption,
  head: table.header.map(({ text }) => readWords(text, options)),
  rows: table.rows.map((row) => row.map(({ text }) => readWords(text, options))),
})

/** What may stand in a sentence: words, `[words](/where)` and `code`; a line break is a space. */
function readWords(text: string, { lang, isFrozen }: Options): string {
  const words = Lexer.lexInline(text).map((token) =>
    token.type === 'escape'
      ? (token as Tokens.Escape).text
      : isShown(token)
        ? token.raw
        : refuse('has something here that these texts never have', token),
  )
  return words
    .join('')
    .replace(/\n\s*/g, ' ')
    .replace(/\{([\w.]+)\}/g, (hole, name: string) => {
      if (name === 'product') return hole
      const words = readNumber(name, lang)
      if (words === '') return refuse('knows nothing of this name', { raw: hole })
      return isFrozen ? refuse('is frozen, so this must be written out', { raw: hole }) : words
    })
}

/** A number the club works by: a period in words, or a limit as it is; '' if there is none of that name. */
function readNumber(name: string, lang: Tongue): string {
  const [, rule = ''] = /^retention\.(\w+)$/.exec(name) ?? []
  if (Object.hasOwn(retention, rule)) return periodWords(retention[rule as RetentionRule], lang)
  // looked up here: the words of screens have theirs written in when the app is built
  let value: unknown = { limits }
  for (const part of name.split('.')) value = (value as Record<string, unknown> | undefined)?.[part]
  return typeof value === 'number' ? String(value) : ''
}

/** Whether `Inline` shows it as Markdown means it. */
function isShown(token: Token): boolean {
  if (token.type === 'text') return !/&#?\w+;/.test(token.raw)
  if (token.type === 'codespan') return token.raw === `\`${(token as Tokens.Codespan).text}\``
  const { text, href } = token as Tokens.Link
  return token.type === 'link' && token.raw === `[${text}](${href})`
}

function refuse(what: string, token: Pick<Token, 'raw'> | undefined): never {
  throw new Error(`${what}: ${token?.raw.trim().slice(0, 100) ?? 'the end'}`)
}

const isHeading = (token: Token | undefined, depth: number): token is Tokens.Heading =>
  token?.type === 'heading' && (token as Tokens.Heading).depth === depth
const isParagraph = (token: Token | undefined): token is Tokens.Paragraph =>
  token?.type === 'paragraph'
const isTable = (token: Token | undefined): token is Tokens.Table => token?.type === 'table'
const isList = (token: Token | undefined): token is Tokens.List =>
  token?.type === 'list' && !(token as Tokens.List).ordered
