/** A problem the operator has to solve, in one sentence. Shown without a stack. */
export class SetupError extends Error {
  override name = 'SetupError'
}
