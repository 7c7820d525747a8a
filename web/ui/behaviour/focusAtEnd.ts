/** Puts the cursor behind what stands in a field. */
export const focusAtEnd = (input: HTMLTextAreaElement | null): void => {
  input?.focus()
  input?.setSelectionRange(input.value.length, input.value.length)
}
