/** When somebody goes is decided by the privacy feature; what reviewers noted is here. */
export { forgetNotes } from './leaving.queries.ts'
