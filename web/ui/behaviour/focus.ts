/** Puts the focus on what has appeared: as its `ref`, so only then. */
export const focus = (element: HTMLElement | null): void => element?.focus()

/** The same, with the cursor behind what stands in the field. */
export const focusAtEnd = (input: HTMLTextAreaElement | null): void => {
  input?.focus()
  input?.setSelectionRange(input.value.length, input.value.length)
}
