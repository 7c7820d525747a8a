const KEY = 'parlour.first-visit'

/** Whether somebody closed the welcome on this device. */
export function isWelcomeClosed(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

export function closeWelcome(): void {
  try {
    localStorage.setItem(KEY, 'over')
  } catch {
    // storage refused: it is over until the room is entered again
  }
}
