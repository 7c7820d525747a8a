let graphemes: Intl.Segmenter | undefined

/** How much of a text its beginning takes that is cut at `most`: ask the database for so much. */
export const countToRead = (most: number): number => most + 1

/**
 * The beginning of a text, at most `most` code points and a “…” where something is missing; never
 * a part of what is drawn as one sign. What lies beyond `most + 1` code points need not be there.
 */
export function excerpt(text: string, most: number): string {
  const chars = Array.from(text)
  if (chars.length <= most) return text
  const end = chars.slice(0, most).join('').length
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  // the sign that lies at the end begins here; at the end itself, if one begins there
  const cut = graphemes.segment(text).containing(end)?.index ?? end
  return `${text.slice(0, cut).trimEnd()}…`
}
