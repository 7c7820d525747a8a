import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { retention } from '#contract/privacy/retention.ts'
import { retentionTable } from '#web/legal/retentionTable.ts'
import { legalDocuments, legalFiles, readEditions } from './legalFiles.ts'
import { parseLegalText } from './legalMarkdown.ts'

const TEXT = `# Terms

Of the {product} Club,
in two lines.

## 1. Words {#words}

A [link](/legal/privacy), \`code\` and %OPERATOR_NAME%, marked \\*.

{open} While sign-up is open.

{invitation} By invitation only.

- a point
- another,
  in two lines

### What for

- **Data:** words
- **Why:** for [reasons](/kontakt)

## 2. Tables {#tables-of-all}

### How long

| What   | At most |
| ------ | ------- |
| \`one\` | a day   |

Gone after {retention.identityApproved}, tried after {limits.retryDays.0} days.

{retentionTable}
`
const open = { lang: 'en', admission: 'open' } as const
const { amount, unit } = retention.identityApproved

test('Markdown becomes the parts that a legal page shows', () => {
  expect(parseLegalText(TEXT, open)).toEqual({
    edition: 'English version',
    title: 'Terms',
    intro: 'Of the {product} Club, in two lines.',
    sections: [
      {
        id: 'words',
        title: '1. Words',
        parts: [
          'A [link](/legal/privacy), `code` and %OPERATOR_NAME%, marked *.',
          'While sign-up is open.',
          ['a point', 'another, in two lines'],
          {
            title: 'What for',
            facts: [
              ['Data', 'words'],
              ['Why', 'for [reasons](/kontakt)'],
            ],
          },
        ],
      },
      {
        id: 'tables-of-all',
        title: '2. Tables',
        parts: [
          { caption: 'How long', head: ['What', 'At most'], rows: [['`one`', 'a day']] },
          `Gone after ${amount}\u00a0${unit}, tried after ${limits.retryDays[0]} days.`,
          retentionTable('en'),
        ],
      },
    ],
  })
  expect(parseLegalText(TEXT, { ...open, admission: 'invitation' }).sections[0]?.parts[1]).toBe(
    'By invitation only.',
  )
})

test.each([
  ['Words first.', 'does not begin with "# Title": Words first.'],
  ['# T\n\n## 1. One {#one}', 'has no paragraph below its title: ## 1. One {#one}'],
  ['# T\n\nA.\n\n## 1. One', 'needs "## Title {#id}" here: ## 1. One'],
  ['# T\n\nA.\n\nB.', 'needs "## Title {#id}" here: B.'],
  ['# T\n\nA **bold** word.', 'has something here that these texts never have: **bold**'],
  ['# T\n\nSee https://example.org.', 'that these texts never have: https://example.org'],
  ['# T\n\nA [link](/b "c").', 'that these texts never have: [link](/b "c")'],
  ['# T\n\n30&nbsp;days.', 'that these texts never have: 30&nbsp;days.'],
  ['# T\n\nSome ``code``.', 'that these texts never have: ``code``'],
  ['# T\n\nA <b>word</b>.', 'that these texts never have: <b>'],
  ['# T\n\nA {hole}.', 'knows nothing of this name: {hole}'],
  ['# T\n\nA {retention.never}.', 'knows nothing of this name: {retention.never}'],
  ['# T\n\nA {limits.never.0}.', 'knows nothing of this name: {limits.never.0}'],
  ['# T\n\nA {limits.retryDays}.', 'knows nothing of this name: {limits.retryDays}'],
  ['# T\n\nA.\n\n## 1. One {#one}\n\n{other}', 'knows nothing of this name: {other}'],
  ['# T\n\nA.\n\n## 1. One {#one}\n\n1. first', 'that these texts never have: 1. first'],
  ['# T\n\nA.\n\n## 1. One {#one}\n\n> said', 'that these texts never have: > said'],
  ['# T\n\nA.\n\n## 1. One {#one}\n\n### Two\n\nB.', 'names no table and no facts: ### Two'],
  ['# T\n\nA.\n\n## 1. One {#one}\n\n- **A:** b\n- c', 'in some points of a list only: - c'],
])('what is not of these texts is refused, with its words: %j', (markdown, message) => {
  expect(() => parseLegalText(markdown, open)).toThrow(message)
})

test('what was in force once has nothing that changes with the club', () => {
  const frozen = { ...open, isFrozen: true }
  expect(() => parseLegalText(TEXT, frozen)).toThrow('written out: {retention.identityApproved}')
  const without = TEXT.replace('{retention.identityApproved}', '30 days')
  expect(() => parseLegalText(without, frozen)).toThrow('written out: {limits.retryDays.0}')
  const bare = without.replace('{limits.retryDays.0}', '5')
  expect(() => parseLegalText(bare, frozen)).toThrow('written out: {retentionTable}')
})

const edition = (since = '2026-01-01', title = 'T') =>
  `---\nsince: ${since}\n---\n\n# ${title}\n\nA.\n`
const both = (name: string, text = edition()) => ({
  [`${name}.de.md`]: text,
  [`${name}.en.md`]: text,
})

test('editions are told by the names of their files, the one in force first, then the newest', () => {
  const files = {
    ...both('archive/terms.2.9.0', edition('2026-02-01', '2.9')),
    ...both('archive/terms.2.10.0', edition('2026-03-01', '2.10')),
    ...both('terms.3.0.0', edition('2026-04-01', '3.0')),
    ...both('impressum', edition('2026-01-01').replaceAll('\n', '\r\n')),
  }
  const terms = readEditions(files, 'terms')
  expect(terms.map(({ version, since }) => [version, since])).toEqual([
    ['3.0.0', '2026-04-01'],
    ['2.10.0', '2026-03-01'],
    ['2.9.0', '2026-02-01'],
  ])
  expect(terms.map(({ texts }) => texts.de('open').title)).toEqual(['3.0', '2.10', '2.9'])
  expect(readEditions(files, 'impressum')[0].version).toBe(null)
})

test.each([
  [{}, 'legal/terms has 0 editions in force'],
  [{ ...both('terms.2.0.0'), ...both('terms.2.1.0') }, 'legal/terms has 2 editions in force'],
  [{ 'terms.2.0.0.de.md': edition() }, 'legal/terms.2.0.0.en.md is missing'],
  [{ 'terms-2.md': edition() }, 'legal/terms-2.md has no name of a legal text'],
  [both('terms.2.0.0', '# T\n\nA.'), 'legal/terms.2.0.0.de.md does not begin with its day'],
  [
    { 'terms.2.0.0.de.md': edition(), 'terms.2.0.0.en.md': edition('2026-01-02') },
    'legal/terms.2.0.0.en.md is of another day than the German',
  ],
])('files that are not whole are refused, by their names', (files, message) => {
  expect(() => readEditions(files, 'terms')).toThrow(message)
})

test('what a file says wrongly is refused under its name', () => {
  const [{ texts }] = readEditions(both('terms.2.0.0', `${edition()}\nB.\n`), 'terms')
  expect(() => texts.de('open')).toThrow('legal/terms.2.0.0.de.md needs "## Title {#id}" here: B.')
})

test('every file belongs to a page', () => {
  const names = ['rules', 'accessibility', ...Object.keys(legalDocuments)]
  for (const path of Object.keys(legalFiles))
    expect(names, path).toContain(/(\w+)\.[^/]*$/.exec(path)?.[1])
})
