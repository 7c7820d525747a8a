// What PostgreSQL says went wrong, by its SQLSTATE.
const readState = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
const hasState = (error: unknown, state: string): boolean => readState(error) === state

export const isUniqueViolation = (error: unknown): boolean => hasState(error, '23505')

/** The role may not do that. */
export const isNotAllowed = (error: unknown): boolean => hasState(error, '42501')

/** Somebody else was in the way, by a lock or by what they wrote: nothing of it was done. */
export const isConflict = (error: unknown): boolean => /^40(001|P01)$/.test(readState(error))

/** An earlier statement of the transaction failed; what it failed with says why. */
export const isAborted = (error: unknown): boolean => hasState(error, '25P02')

/** The database takes no writes, in this session at least. */
export const isReadOnly = (error: unknown): boolean => hasState(error, '25006')

/**
 * Whether a session is over after that, or better were: one that only reads may lead to a server that
 * was replaced, while a new one finds the new.
 */
export const isSpent = (error: unknown): boolean =>
  isReadOnly(error) || /^(08\w{3}|25P0[34]|57P\w{2})$/.test(readState(error))
