import { keepFirstWords, readFirstWords } from '#web/platform/outbox/firstWords.ts'

/** Keeps an answer begun on the landing page in this tab, and puts it back into the field on the next visit. */
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
