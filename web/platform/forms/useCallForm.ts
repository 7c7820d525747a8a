// What a form that makes one call gets: checks, sending once however often it is pressed, and its refusals.
import { useRef, useState, type SubmitEvent } from 'react'
import { currentToasts, endErrors } from '#web/ui/feedback/toastQueue.ts'
import { CallError } from '#web/platform/api/call.ts'

/** Wrong fields and their messages. */
export type FieldProblems<F> = Partial<Record<keyof F, string>>

type Options<F extends FieldValues> = {
  defaults: F
  /** What the browser can already tell. */
  check: (fields: F) => FieldProblems<F>
  send: (fields: F) => Promise<void>
  /** Called with every change. */
  changed?: (fields: F) => void
  /** Called when the browser refused, after the focus went to the first wrong field. */
  invalid?: (problems: FieldProblems<F>) => void
  /** What a refusal of the server means: shows it, and names the fields it belongs to. `sent` is what was refused. */
  refused: (error: CallError, sent: F) => FieldProblems<F>
}

/**
 * A form that makes one call: checked here, sent once however often it is pressed, refusals in
 * their place. The page holds what is typed; from the first try on, a field is checked as it changes.
 */
export function useCallForm<F extends FieldValues>(options: Options<F>) {
  const { defaults, check } = options
  const form = useRef<HTMLFormElement>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [problems, setProblems] = useState<FieldProblems<F>>({})
  const [isPending, setPending] = useState(false)
  const running = useRef(false)
  const isTried = useRef(false)
  /** The toasts of what was wrong, which are over once it is not. */
  const ownToasts = useRef(new Set<number>())
  const collectToasts = <T>(act: () => T): T => {
    const before = currentToasts()
    const result = act()
    for (const toast of currentToasts())
      if (!before.includes(toast)) ownToasts.current.add(toast.id)
    return result
  }

  const values = (): F => fieldValues(form.current, defaults)
  /** Whether nothing more was typed since that was sent. */
  const isStill = (sent: F) => JSON.stringify(values()) === JSON.stringify(sent)
  const focus = (field: string, { select = false } = {}) => {
    const input = inputNamed(form.current, field)
    input?.focus()
    if (select) input?.select()
  }
  const focusFirst = (wrong: FieldProblems<F>) => {
    const elements = [...(form.current?.elements ?? [])] as HTMLInputElement[]
    const first = elements.find(({ name }) => wrong[name])
    if (first) focus(first.name)
  }

  const attempt = async () => {
    isTried.current = true
    setFailure(null)
    const fields = values()
    const wrong = check(fields)
    setProblems(wrong)
    if (Object.keys(wrong).length > 0) {
      focusFirst(wrong)
      collectToasts(() => options.invalid?.(wrong))
      return
    }
    try {
      await options.send(fields)
      endErrors(({ id }) => ownToasts.current.has(id))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const refused = collectToasts(() => options.refused(error, fields))
      setProblems(refused)
      if (Object.keys(refused).length > 0) focusFirst(refused)
      else setFailure(error)
    }
  }

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    // a second click may come before the button shows that it is busy
    if (running.current) return
    running.current = true
    setPending(true)
    await attempt().finally(() => {
      running.current = false
      setPending(false)
    })
  }

  const note = (field: keyof F) => {
    const fields = values()
    options.changed?.(fields)
    if (isTried.current) setProblems((now) => ({ ...now, [field]: check(fields)[field] }))
  }

  return {
    /** Spread on the input of a field. */
    register: (field: keyof F & string) => ({
      name: field,
      ...(typeof defaults[field] === 'boolean'
        ? { defaultChecked: defaults[field] }
        : { defaultValue: defaults[field] as string }),
      onChange: () => note(field),
      // an input may put what was typed in its form when it is left
      onBlur: () => options.changed?.(values()),
    }),
    values,
    /** Writes a field as if nobody had touched it. */
    put: (field: keyof F & string, value: string) => {
      const input = inputNamed(form.current, field)
      if (input) input.value = value
    },
    isStill,
    /** As it was opened, for the next one, unless more was typed since that was sent. */
    clear: (sent: F) => {
      if (!isStill(sent)) return
      form.current?.reset()
      isTried.current = false
    },
    focus,
    /** A refusal that belongs to no field. */
    failure,
    problem: (field: keyof F) => problems[field],
    isPending,
    /** Spread on the form element. */
    props: { ref: form, noValidate: true, onSubmit: (event: SubmitEvent) => void submit(event) },
  }
}

type FieldValues = Record<string, string | boolean>

function inputNamed(form: HTMLFormElement | null, name: string) {
  const input = form?.elements.namedItem(name)
  return input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement ? input : null
}

/** What stands in a form now; a field that is not shown keeps its default. */
function fieldValues<F extends FieldValues>(form: HTMLFormElement | null, defaults: F): F {
  const read = (name: string) => {
    const field = form?.elements.namedItem(name)
    if (field instanceof HTMLInputElement && field.type === 'checkbox') return field.checked
    const isField = field instanceof HTMLSelectElement || field instanceof RadioNodeList
    return isField ? field.value : (inputNamed(form, name)?.value ?? defaults[name])
  }
  return Object.fromEntries(Object.keys(defaults).map((name) => [name, read(name)])) as F
}
