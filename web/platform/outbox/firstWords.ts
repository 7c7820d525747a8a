const KEY = 'parlour.first-words'

/** What somebody began to say before they were a member: it waits in the tab for their first room. */
export function keepFirstWords(words: string): void {
  try {
    if (words.trim()) sessionStorage.setItem(KEY, words.trim())
    else sessionStorage.removeItem(KEY)
  } catch {
    // storage refused: it is typed again in the room
  }
}

export function readFirstWords(): string {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

export const dropFirstWords = (): void => keepFirstWords('')
