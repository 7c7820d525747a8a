import { keepFirstWords, readFirstWords } from '#web/platform/outbox/firstWords.ts'

/** An answer begun at the door waits in this tab; whoever comes back to the door finds it in its field. */
export function keepAnswer(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-first-words]')
  const field = form?.querySelector('input')
  if (!form || !field) return
  field.value ||= readFirstWords()
  form.addEventListener('submit', (event) => {
    keepFirstWords(field.value)
    // by itself a form without anything to send still leaves its question mark in the address
    event.preventDefault()
    window.location.href = form.action
  })
}
