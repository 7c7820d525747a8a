import userEvent from '@testing-library/user-event'

/** Puts words into a field in one go, for tests about what comes of them: typed, each letter draws the screen three times. */
export async function fill(field: HTMLElement, text: string): Promise<void> {
  await userEvent.click(field)
  await userEvent.paste(text)
}
