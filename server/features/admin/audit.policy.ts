// Entries are called by their place among those their reader sees: a number that is missing would tell of one that
// is not for them. `hidden` holds the ids of these in their order.

/** By which number a reader calls an entry. */
export const toShown = (hidden: readonly number[], id: number): number =>
  id - hidden.filter((one) => one < id).length

/** Which entry a reader calls so. */
export const toLogged = (hidden: readonly number[], shown: number): number =>
  hidden.reduce((id, one) => (one <= id ? id + 1 : id), shown)
