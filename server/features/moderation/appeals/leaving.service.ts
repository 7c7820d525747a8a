/** When somebody goes is decided by the privacy feature; what they objected to is here. */
export { forgetAppeals } from './appeals.queries.ts'
