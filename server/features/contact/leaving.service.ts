/** When somebody goes is decided by the privacy feature; what they wrote to the club is here. */
export { forgetSender } from './leaving.queries.ts'
