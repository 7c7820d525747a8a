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

export const equal: Equal[] = [
  {
    file: 'server/features/auth/auth.policy.ts',
    on: "const [localPart = ''] = email.split('@')",
    original: "''",
    replacement: "'something'",
    because: 'what is split has a first part, so the compiler alone wants one in its place',
  },
]
