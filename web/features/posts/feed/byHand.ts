/** What keys, fingers and a hello do to the posts on screen: fetched with the first sign of them. */
import { holdPlace } from './holdPlace.ts'
import { followTouch } from './postTouch.ts'

export { ringWaver } from '#web/features/posts/waves/ringWaver.ts'
export { pressAct, stepPost } from './postKeys.ts'

/** Follows whoever reads the talk: their fingers, and the window they turn. */
export function followReader(talk: HTMLElement | null): void {
  followTouch(talk)
  holdPlace(talk)
}
