export type FieldValues = Record<string, string | boolean>

export function inputNamed(form: HTMLFormElement | null, name: string) {
  const input = form?.elements.namedItem(name)
  return input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement ? input : null
}

/** What stands in a form now; a field that is not shown keeps its default. */
export function fieldValues<F extends FieldValues>(form: HTMLFormElement | null, defaults: F): F {
  const read = (name: string) => {
    const input = inputNamed(form, name)
    if (!input) return defaults[name]
    return input instanceof HTMLInputElement && input.type === 'checkbox'
      ? input.checked
      : input.value
  }
  return Object.fromEntries(Object.keys(defaults).map((name) => [name, read(name)])) as F
}
