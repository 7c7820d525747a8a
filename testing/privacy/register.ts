// The register of what is kept of people, as a page for readers (Art. 30 GDPR).
import { retention, type Period, type RetentionRule } from '#contract/privacy/retention.ts'
import { exportSchema } from '#server/features/privacy/export/export.schema.ts'
import {
  isPersonal,
  purposes,
  type Column,
  type PersonalTable,
} from '#server/features/privacy/register/register.shape.ts'
import { queueSchema, register, sections } from '#server/features/privacy/register/register.ts'
import { exportTranslator } from '#server/text/exportWords.ts'

const say = exportTranslator('en')
const LINE = /\|/g
/** As the formatter would write it. */
function table(head: string[], rows: string[][]): string {
  const lines = [head, ...rows].map((cells) => cells.map((cell) => cell.replace(LINE, '\\|')))
  const widths = head.map((_, at) => Math.max(3, ...lines.map((cells) => cells[at]!.length)))
  const rule = widths.map((width) => '-'.repeat(width))
  const [first, ...others] = lines.map((cells) => cells.map((cell, at) => cell.padEnd(widths[at]!)))
  return [first!, rule, ...others].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const wordsOfPeriod = (rule: RetentionRule): string => {
  const { amount, unit }: Period = retention[rule]
  return say(`period.${unit}`, { count: amount })
}

/** `docs/privacy.md` with the period of each line that one rule alone speaks of, as the rule has it. */
export const withPeriods = (page: string): string =>
  page.replace(
    /^(\|.*)\b\d+ (?:hours|days|months|years)\b(.*\| `(\w+)` +\|)$/gm,
    (line, before: string, after: string, rule: string) =>
      Object.hasOwn(retention, rule)
        ? `${before}${wordsOfPeriod(rule as RetentionRule)}${after}`
        : line,
  )

const periodOf = ({ retentionRules: rules }: PersonalTable): string =>
  rules.length === 0
    ? 'with the account'
    : rules
        .map((rule) => {
          return `${wordsOfPeriod(rule)} (\`${rule}\`)`
        })
        .join(', ')

const becomes = (what: Column): string => {
  if (what.is === 'impersonal') return 'not of a person'
  if (what.is === 'excluded') return `left out: ${what.why}`
  return `exported${what.as ? ` as \`${what.as}\`` : ''}, ${what.isProvided ? 'provided' : 'came up'}`
}

/** The record of processing activities, table by table and column by column. */
export function describeRegister(): string {
  const tables = Object.entries(register)
  const parts = purposes.map((purpose) => {
    const own = tables.flatMap(([name, entry]) =>
      isPersonal(entry) && entry.purpose === purpose ? [{ name, entry }] : [],
    )
    return [
      `## ${purpose}: ${say(`purposes.${purpose}.what`)}`,
      `Basis: ${say(`purposes.${purpose}.basis`)}.`,
      ...own.flatMap(({ name, entry }) => [
        `### \`${name}\``,
        `Kept: ${periodOf(entry)}.`,
        table(
          ['column', 'in the copy for its subject'],
          Object.entries(entry.columns).map(([column, what]) => [`\`${column}\``, becomes(what)]),
        ),
      ]),
    ].join('\n\n')
  })
  const impersonal = tables.flatMap(([name, entry]) => (isPersonal(entry) ? [] : [`\`${name}\``]))
  return `${[
    '# What is kept of people, column by column',
    'The record of processing activities (Art. 30 GDPR), written out from `server/features/privacy/register/register.ts`. The copy members get of their data is made from the same register; a test compares it with the database. Who receives what, and where the periods come from: [privacy.md](privacy.md).',
    'Why a column is left out of the copy:',
    table(
      ['left out', 'because'],
      ['secret', 'others', 'repeated', 'internal', 'unfindable', 'passing', 'afterwards'].map(
        (why) => [why, say(`leftOut.${why}`)],
      ),
    ),
    ...parts,
    '## Of nobody',
    `${impersonal.join(', ')}. The job queue keeps a schema of its own (\`${queueSchema}\`): ids of what is to be done, two days at most; of a mail that no server takes, to whom it goes, eight.`,
  ].join('\n\n')}\n`
}

/** What a member finds in the ZIP. */
export function describeExport(): string {
  return `${[
    '# The copy of one’s data',
    'Asked for in the settings, with a fresh proof, once in 24 hours. A job reads everything as it was at one moment, seals it on the way to the disk (AES-256-GCM in pieces, a key of its own, wrapped with the key of the month) and mails a link. A link is good once, for the same account, freshly proved; as long as the copy exists, seven days, another can be had. It ends sooner when an identity document in it is shredded.',
    table(
      ['file', 'holds'],
      [
        ['`index.html`', 'all of it for people, in the language of the account, without scripts'],
        ['`export.json`', 'all of it for programs: UTF-8, ISO 8601'],
        ['`export.schema.json`', 'what `export.json` looks like (JSON Schema 2020-12)'],
        [
          '`posts.csv`',
          'the posts; no cell is a formula, also where a spreadsheet divides at semicolons',
        ],
        ['`photos/`', 'as they are stored, both sizes'],
        ['`notes/`', 'what somebody noted of others for themselves, a file each'],
        ['`removed/`', 'what was taken off the profile, while it is kept to be given back'],
        ['`documents/`', 'pictures of an ID, while they are kept'],
      ],
    ),
    '## `export.json`',
    '`information` is what Art. 15 (1) GDPR asks for beyond the data; `leftOut` names every column that says something of the person and is in no part, and why; `files` is what lies beside it. Each part of `data` says what it is for (`purpose`, `purposeInWords`), on what basis (`legalBasis`) and for how long at most (`keptAtMost`; empty: as long as the account), describes its `fields`, and lists its `items`. Items and fields carry `provided_by_subject` (Art. 20 GDPR).',
    table(
      ['part of `data`', 'is', 'fields, and whether the person provided them'],
      sections.map(({ table: name, fields }) => [
        `\`${name}\``,
        say(`sections.${name}`),
        fields.map((field) => `\`${field.name}\`${field.isProvided ? ' (yes)' : ''}`).join(', '),
      ]),
    ),
    `The schema has ${Object.keys((exportSchema() as { properties: object }).properties).length} properties at the top; it is in every copy, and made from the same register ([register.md](register.md)).`,
  ].join('\n\n')}\n`
}
