import { expect, test } from 'vitest'
import { sources } from './sources.ts'

const PREPOSITION =
  /[a-z](Of|At|In|For|From|To|By|With|On|Out|Up|Off|Into|About|After|Before|Since|Until|Over|Between|Without|Against|Again)$/
/** Verbs of two words, predicates, and what a platform itself calls so. */
const TWO_WORDS =
  /(logIn|signUp|logOut|SignUp|LogIn|SignedIn|SignedOut|SetUp|KeptOut|KeepOut|cleanUp|giveUp|backUp|fillIn|bringUp|burnIn|carryOver|carryOut|useUp|RunOut|scrollTo|[rR]etryAfter|isOver|WaysOut)$/
const EXPORTED =
  /^export (?:(?:async )?function\*? (\w+)|const (\w+)(?:: [^=\n]+)? = (?:async )?(?:<[^>\n]*>)?\()/gm

const exported = sources.flatMap(({ path, text }) =>
  [...text.matchAll(EXPORTED)].map(([, declared, assigned]) => ({
    path,
    name: (declared ?? assigned)!,
  })),
)

test('an exported function is named by what it does or gives, and by no preposition at its end', () => {
  expect(exported.length).toBeGreaterThan(2_000)
  expect(
    exported
      .filter(({ name }) => PREPOSITION.test(name) && !TWO_WORDS.test(name))
      .map(({ path, name }) => `${path}: ${name}`),
  ).toEqual([])
})
