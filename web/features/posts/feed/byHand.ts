/**
 * Keyboard, touch and wave effects of the posts on screen: loaded when the pointer first moves, at the first
 * key or touch, or when a notification arrives.
 */
import { holdPlace, findStuck } from './holdPlace.ts'
import { followTouch } from './postTouch.ts'

export { ringWaver } from '#web/features/posts/waves/ringWaver.ts'

/** Handles swipes on posts, and keeps the place when the window changes its size. */
export function followReader(talk: HTMLElement | null): void {
  followTouch(talk)
  holdPlace(talk)
}

const POSTS = '[data-number] > article'

const findCurrent = () => document.activeElement?.closest<HTMLElement>(POSTS)

/**
 * From the post one is at to the one below or above it; from elsewhere to the first in sight, or up
 * to the last where the newest stand there.
 */
export function stepPost(list: HTMLElement | null, step: 1 | -1, isNewestLast: boolean): void {
  const posts = [...(list?.querySelectorAll<HTMLElement>(POSTS) ?? [])]
  const current = findCurrent()
  const first = isNewestLast && step < 0 ? posts.findLast(isAboveFoot) : posts.find(isInSight)
  const next = current ? posts[posts.indexOf(current) + step] : (first ?? posts[0])
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}

/** Presses what a key stands for, at the post one is at. */
export const pressAct = (key: string): void =>
  findCurrent()?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.click()

/** Not behind what sticks above the posts. */
const isInSight = (post: HTMLElement): boolean =>
  post.getBoundingClientRect().top >= findStuck(post)

/** Not behind what sticks below them. */
const isAboveFoot = (post: HTMLElement): boolean =>
  post.getBoundingClientRect().bottom <=
  window.innerHeight - (parseFloat(getComputedStyle(post).scrollMarginBottom) || 0)
