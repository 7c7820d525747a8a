/** Whether something may stay is decided at the desk; the posts are here. */
export { removePost, restorePosts } from './removing.queries.ts'
