// Which looks the screens get in one run of the proof: each screen two, and over any six screens in a
// row every language in every theme at either width. The full product is seen in the long proof.

export const LANGUAGES = ['mul', 'de', 'en'] as const
export const THEMES = ['light', 'dark'] as const
export const WIDTHS = ['narrow', 'wide'] as const

export type Look = {
  language: (typeof LANGUAGES)[number]
  theme: (typeof THEMES)[number]
  width: (typeof WIDTHS)[number]
}

/** After so many screens in a row each language was there in each theme at each width. */
export const ROUND = LANGUAGES.length * THEMES.length

/**
 * Plans two looks for each of so many screens: one narrow, one wide, in two languages and both themes.
 * Two draws turn where the round begins and which way the languages go, so that from run to run a
 * screen gets each of its twelve pairs of looks.
 */
export function planLooks(screens: number, draw: () => number): [Look, Look][] {
  const start = draw() % ROUND
  const way = draw() % 2
  return Array.from({ length: screens }, (_, index) => {
    const turn = (start + index) % ROUND
    const isLight = turn % 2 === 0
    const first = Math.floor(turn / 2)
    // in one theme the wide look is in the next language, in the other in the one before
    const other = (first + (isLight === (way === 0) ? 1 : 2)) % LANGUAGES.length
    return [
      { language: LANGUAGES[first]!, theme: isLight ? 'light' : 'dark', width: 'narrow' },
      { language: LANGUAGES[other]!, theme: isLight ? 'dark' : 'light', width: 'wide' },
    ]
  })
}

/** Every look there is. */
export const allLooks: readonly Look[] = LANGUAGES.flatMap((language) =>
  THEMES.flatMap((theme) => WIDTHS.map((width) => ({ language, theme, width }))),
)
