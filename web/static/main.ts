import { offerConfirmation } from './confirm.ts'
import { followLanguage, speakChosenLanguage } from './language.ts'
import { showSignedInLinks } from './wayIn.ts'
import { followWayBack, keepAnswer, showLeftNotice, switchTheme, wireCookies } from './wiring.ts'

// Public pages are complete without this: each part wires what stands in the page already, or asks about cookies.
speakChosenLanguage()
showSignedInLinks()
offerConfirmation()

// the browser lays the page out in the task of these lines; what changes nothing in it can wait, so
// that a slow phone answers a tap in between
setTimeout(() => {
  followWayBack()
  followLanguage()
  switchTheme()
  showLeftNotice()
  keepAnswer()
  wireCookies()
  // only a page that has a form loads what sends it
  const form = document.querySelector<HTMLFormElement>('form[data-post]')
  const kind = form?.dataset['kind']
  if (form && (kind === 'waitlist' || kind === 'invite'))
    void import('./forms/door.ts').then(({ wireDoor }) => wireDoor(form))
  else if (form && kind)
    void import('./forms/declarations.ts').then(({ wireDeclaration }) => wireDeclaration(form))
  else if (form) void import('./forms/form.ts').then(({ wireForm }) => wireForm(form))
})
