// Mutants that do what the code does, each with its reason: no test can tell them apart, and none
// shall be written that pretends to. A mark whose mutant is gone is an error, so the list stays true.
export type Equal = {
  file: string
  /** The line it is on. */
  on: string
  original: string
  replacement: string
  because: string
}

export const equal: Equal[] = []
