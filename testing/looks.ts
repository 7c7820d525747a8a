// Which look a screen gets in one run of the proof: over any twelve screens in a row there is every
// language in every theme at either width. The full product is seen in the long proof.

export const LANGUAGES = ['mul', 'de', 'en'] as const
const THEMES = ['light', 'dark'] as const
const WIDTHS = ['narrow', 'wide'] as const

export type Look = {
  language: (typeof LANGUAGES)[number]
  theme: (typeof THEMES)[number]
  width: (typeof WIDTHS)[number]
}

/** After so many screens in a row there was each look. */
export const ROUND = LANGUAGES.length * THEMES.length * WIDTHS.length

/**
 * Plans one look for each of so many screens. A draw turns where the round begins, so that from run to
 * run a screen gets each of the twelve.
 */
export function planLooks(screens: number, draw: () => number): Look[] {
  const start = draw() % ROUND
  return Array.from({ length: screens }, (_, index) => {
    const turn = start + index
    // three languages, and four pairs of theme and width: no look comes twice before all have been
    return {
      language: LANGUAGES[turn % LANGUAGES.length]!,
      theme: THEMES[turn % THEMES.length]!,
      width: WIDTHS[Math.floor(turn / THEMES.length) % WIDTHS.length]!,
    }
  })
}

/** Every look there is. */
export const allLooks: readonly Look[] = LANGUAGES.flatMap((language) =>
  THEMES.flatMap((theme) => WIDTHS.map((width) => ({ language, theme, width }))),
)

/** So many runs show each state of a screen once; each screen itself is in every run. */
export const TURNS = 12

/**
 * Picks what one run shows: the first of each kind, and of the others one in `TURNS`. A draw says which
 * turn it is.
 */
export function pickTurn<T>(
  all: readonly T[],
  kindOf: (one: T) => string,
  draw: () => number,
): T[] {
  const turn = draw() % TURNS
  const seen = new Set<string>()
  let others = 0
  return all.filter((one) => {
    const isFirst = !seen.has(kindOf(one))
    seen.add(kindOf(one))
    if (!isFirst) others += 1
    return isFirst || others % TURNS === turn
  })
}
