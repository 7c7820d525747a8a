/** When somebody goes is decided by the privacy feature; who was invited is here. */
export { forgetInvited } from './leaving.queries.ts'
