/** When somebody goes is decided by the privacy feature; what they wrote in rooms is here. */
export { deleteSomePosts } from './leaving.queries.ts'
