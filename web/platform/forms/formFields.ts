export type FieldValues = Record<string, string | boolean>

export function inputNamed(form: HTMLFormElement | null, name: string) {
  const input = form?.elements.namedItem(name)
  return input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement ? input : null
}

/** What stands in a form now; a field that is not shown keeps its default. */
export function fieldValues<F extends FieldValues>(form: HTMLFormElement | null, defaults: F): F {
  const read = (name: string) => {
    const field = form?.elements.namedItem(name)
    if (field instanceof HTMLInputElement && field.type === 'checkbox') return field.checked
    const isField = field instanceof HTMLSelectElement || field instanceof RadioNodeList
    return isField ? field.value : (inputNamed(form, name)?.value ?? defaults[name])
  }
  return Object.fromEntries(Object.keys(defaults).map((name) => [name, read(name)])) as F
}
