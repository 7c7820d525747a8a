/** What keys and fingers do to posts: fetched with the first of them. */
export { pressAct, stepPost } from './postKeys.ts'
export { followTouch } from './postTouch.ts'
