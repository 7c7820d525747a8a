import { CallError } from '#web/platform/api/call.ts'

/**
 * `declined`: nobody chose one, or there is none · `known`: this device has one for this account ·
 * `stopped`: another question took its place · `failed`: the browser cannot.
 */
export type PasskeyTrouble = 'declined' | 'known' | 'stopped' | 'failed'

/** The browser brought no passkey. */
export class PasskeyProblem extends Error {
  override name = 'PasskeyProblem'
  readonly trouble: PasskeyTrouble

  constructor(trouble: PasskeyTrouble, options?: ErrorOptions) {
    super(trouble, options)
    this.trouble = trouble
  }
}

const fetchPasskeys = async () => import('./passkeys.ts')

/** What deals with passkeys, fetched when it is first wanted. */
export const withPasskeys = () =>
  fetchPasskeys().catch(() => {
    throw new CallError(null)
  })
