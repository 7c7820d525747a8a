import { believesSignedIn, cloneTemplate } from './club.ts'

/** Somebody who is signed in already finds the way to the rooms in place of the ways in. */
export function showSignedInLinks(): void {
  const within = believesSignedIn() && cloneTemplate('[data-within]')
  if (within) document.querySelector('[data-ways-in]')?.replaceChildren(within)
}
