import type { ErrorBody, ErrorCode } from '#contract/errors.ts'

export type RefusalDetails = Omit<ErrorBody, 'code'>

/** A deliberate no, in the contract's words. Any other thrown error is a bug and answers 500. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ErrorCode
  readonly details: RefusalDetails

  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    super(code)
    this.code = code
    this.details = details
  }
}
