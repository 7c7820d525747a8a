import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

/** What is said inside the rooms and among members: there the house says du (docs/glossary.md). */
const INSIDE = [
  'about',
  'bell',
  'navigation',
  'news',
  'pacing',
  'people',
  'posts',
  'presence',
  'profile',
  'room',
  'rooms',
  'safety',
  'search',
  'talk',
  'tables',
  'waves',
  'welcome',
]

/** Words of the porter among them: the queue at the door, settings, consent, and what staff read. */
const OF_PORTER =
  /^(rooms\.(place|declined)_|bell\.(card|settings|push|digest|off)_|presence\.(setting|share_)|safety\.(card_text|loading|failed|none|unseen|hidden_posts)|pacing\.word_)/

/** "Sie" or "Ihr" as they or you all, not as a stranger is addressed. */
const THEY = [
  'navigation.keys_text',
  'people.between',
  'people.between_mutual',
  'people.last_mutual',
  'people.rooms_none',
  'posts.waved_mutual',
  'profile.restored',
  'safety.blocked_text',
  'waves.mutual',
  'waves.waved_back',
]

/** The door speaks of the evening, and calls those who may come in du, beside what the porter asks. */
const BOTH = ['landing', 'errors', 'refusals', 'shell', 'toast']

const FORMAL = /\b(Sie|Ihnen|Ihr(e[mnrs]?)?)\b/
const FAMILIAR = /\b(du|dich|dir|dein(e[mnrs]?)?|euch|euer)\b/i

const spoken = globSync('web/text/de/*.json').map((file) => ({
  namespace: basename(file, '.json'),
  words: Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>).map(
    ([key, text]) => ({ key: `${basename(file, '.json')}.${key}`, text }),
  ),
}))
const namespaces = spoken.map(({ namespace }) => namespace)

test.each(spoken.filter(({ namespace }) => INSIDE.includes(namespace)))(
  'inside the rooms the house says du: $namespace',
  ({ words }) => {
    const formal = words.filter(
      ({ key, text }) => FORMAL.test(text) && !OF_PORTER.test(key) && !THEY.includes(key),
    )
    expect(formal).toEqual([])
  },
)

test.each(spoken.filter(({ namespace }) => ![...INSIDE, ...BOTH].includes(namespace)))(
  'the porter says Sie: $namespace',
  ({ words }) => {
    expect(words.filter(({ text }) => FAMILIAR.test(text))).toEqual([])
  },
)

test('of those named here each is there, and needed', () => {
  expect([...INSIDE, ...BOTH].filter((namespace) => !namespaces.includes(namespace))).toEqual([])
  const formal = spoken.flatMap(({ words }) => words).filter(({ text }) => FORMAL.test(text))
  expect(THEY.filter((key) => !formal.some((one) => one.key === key))).toEqual([])
})
