/**
 * Keyboard, touch and wave effects of the posts on screen: loaded when the pointer first moves, at the first
 * key or touch, or when a notification arrives.
 */
import { holdPlace } from './holdPlace.ts'
import { followTouch } from './postTouch.ts'

export { ringWaver } from '#web/features/posts/waves/ringWaver.ts'
export { pressAct, stepPost } from './postKeys.ts'

/** Handles swipes on posts, and keeps the place when the window changes its size. */
export function followReader(talk: HTMLElement | null): void {
  followTouch(talk)
  holdPlace(talk)
}
