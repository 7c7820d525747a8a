import { expect, test } from 'vitest'
import { isTest, sources } from './sources.ts'

const PREPOSITION =
  /[a-z](Of|At|In|For|From|To|By|With|On|Out|Up|Off|Into|About|After|Before|Since|Until|Over|Between|Without|Against|Again)$/
/** Verbs of two words, predicates, and what a platform itself calls so. */
const TWO_WORDS =
  /(logIn|signUp|logOut|SignUp|LogIn|SignedIn|SignedOut|SetUp|KeptOut|KeepOut|cleanUp|giveUp|backUp|fillIn|bringUp|burnIn|carryOver|carryOut|useUp|RunOut|scrollTo|[rR]etryAfter|isOver|WaysOut)$/

/** What has been done, as the name of what does it. */
const PARTICIPLE =
  /^(?:[a-z]+ed|found|kept|told|seen|shown|given|taken|made|sent|held|known|heard|written|drawn|left|gone|met|said|built|bound|lost|paid|thought|meant|brought|chosen|hidden|broken|spoken)$/
/** Verbs that end alike, and the words of the register, which reads as a list. */
const NO_PARTICIPLE = /^(?:need|feed|seed|speed|proceed|embed|shred|provided|observed|excluded)$/

const EXPORTED =
  /^export (?:(?:async )?function\*? (\w+)|const (\w+)(?:: [^=\n]+)? = (?:async )?(?:<[^>\n]*>)?\()/gm
const OWN =
  /^(?:(?:async )?function\*? (\w+)|const (\w+)(?:: [^=\n]+)? = (?:async )?(?:<[^>\n]*>)?(?:\([^;\n]*?\)|\w+)(?:: [^=\n]+)? =>)/gm

const listNames = (pattern: RegExp, files = sources) =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([, declared, assigned]) => ({
      path,
      name: (declared ?? assigned)!,
    })),
  )

const isMisnamed = ({ name }: { name: string }) =>
  (PREPOSITION.test(name) && !TWO_WORDS.test(name)) ||
  (PARTICIPLE.test(name) && !NO_PARTICIPLE.test(name))

const exported = listNames(EXPORTED)
/** Of files that many read; the parts of a screen name theirs as they like. */
const own = listNames(
  OWN,
  sources.filter(
    (one) => !isTest(one) && /^(contract|server|scripts|web\/(?!features\/))/.test(one.path),
  ),
)

test.each([
  ['an exported function', exported, 2_000],
  ['a function of a file', own, 800],
])(
  '%s is named by what it does or gives: no preposition ends it, and it is no participle',
  (_, names, least) => {
    expect(names.length).toBeGreaterThan(least)
    expect(names.filter(isMisnamed).map(({ path, name }) => `${path}: ${name}`)).toEqual([])
  },
)
