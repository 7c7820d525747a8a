/** What keys, fingers and a hello do to the posts on screen: fetched with the first sign of them. */
export { ringWaver } from '#web/features/posts/waves/ringWaver.ts'
export { holdPlace } from './holdPlace.ts'
export { pressAct, stepPost } from './postKeys.ts'
export { followTouch } from './postTouch.ts'
