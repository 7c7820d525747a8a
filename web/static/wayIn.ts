import { believesSignedIn, copyOf } from './club.ts'

/** Somebody who is signed in already finds the way to the rooms in place of the ways in. */
export function showWayIn(): void {
  const within = believesSignedIn() && copyOf('[data-within]')
  if (within) document.querySelector('[data-ways-in]')?.replaceChildren(within)
}
