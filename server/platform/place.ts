/** Where a page of a list ended: the time and the id of its last line. */
export type Place = { at: string; id: string }

const PLACE = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([0-9a-f-]{36})$/

/** What does not name a place begins at the top. */
export function placeIn(text: string | undefined): Place | null {
  const [, at, id] = PLACE.exec(text ?? '') ?? []
  return at && id && !Number.isNaN(Date.parse(at)) ? { at, id } : null
}

/** The first lines of those found, and where the next page begins, if one more was found. */
export function pageOf<T>(found: T[], limit: number, placeOf: (line: T) => Place) {
  const lines = found.slice(0, limit)
  const last = lines.at(-1)
  const place = found.length > limit && last ? placeOf(last) : null
  return { lines, next: place && `${place.at} ${place.id}` }
}
