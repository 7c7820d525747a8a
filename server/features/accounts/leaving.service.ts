/** When somebody goes is decided by the privacy feature; what lets them in, and the account itself, is here. */
export { closeEveryDoor, deleteForGood, noteWarned } from './leaving.queries.ts'
