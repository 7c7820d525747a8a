const POSTS = '[data-number] > article'

const findCurrent = () => document.activeElement?.closest<HTMLElement>(POSTS)

/** From the post one is at to the one below or above it; from elsewhere to the first in sight. */
export function stepPost(list: HTMLElement | null, step: 1 | -1): void {
  const posts = [...(list?.querySelectorAll<HTMLElement>(POSTS) ?? [])]
  const current = findCurrent()
  const next = current ? posts[posts.indexOf(current) + step] : (posts.find(isInSight) ?? posts[0])
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}

/** Presses what a key stands for, at the post one is at. */
export const pressAct = (key: string): void =>
  findCurrent()?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.click()

/** Not behind what sticks above the posts. */
const isInSight = (post: HTMLElement): boolean =>
  post.getBoundingClientRect().top >= (parseFloat(getComputedStyle(post).scrollMarginTop) || 0)
