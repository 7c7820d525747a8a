type Writable = HTMLInputElement | HTMLTextAreaElement

/**
 * Puts `text` into a field somebody types in, in place of what stands from `start` to `end`, as if
 * they had typed it: they can take it back like everything else they wrote. The caret follows it.
 */
export function replaceText(field: Writable, text: string, start: number, end: number): void {
  field.focus({ preventScroll: true })
  field.setSelectionRange(start, end)
  // nothing else reaches what the browser's own undo knows; a browser may not know it any more
  if (start === end && !text) return
  const isWritten = text
    ? document.execCommand?.('insertText', false, text)
    : document.execCommand?.('delete')
  if (isWritten) return
  field.setRangeText(text, start, end, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** Makes `text` what stands in the field, and touches only where the two differ. */
export function rewrite(field: Writable, text: string): void {
  const { value } = field
  const most = Math.min(value.length, text.length)
  let start = 0
  while (start < most && value[start] === text[start]) start += 1
  let tail = 0
  while (tail < most - start && value.at(-1 - tail) === text.at(-1 - tail)) tail += 1
  replaceText(field, text.slice(start, text.length - tail), start, value.length - tail)
}
