/** What the desk does to an account; who may ask for it is the asking feature's rule. */
export {
  addressesOf,
  resetSuspension,
  restrictAccount,
  suspendAccount,
} from './restriction.queries.ts'
