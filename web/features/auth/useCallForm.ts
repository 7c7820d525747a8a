import { useRef, useState, type SubmitEvent } from 'react'
import {
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
} from 'react-hook-form'
import { CallError } from '#web/platform/call.ts'

/** Wrong fields and their messages, in the order of the screen. */
export type Problems<F> = Partial<Record<keyof F, string>>

type Options<F extends FieldValues> = {
  defaults: DefaultValues<F>
  /** What the browser can already tell. */
  check: (fields: F) => Problems<F>
  send: (fields: F) => Promise<void>
  /** Called when the browser refused, after the focus went to the first wrong field. */
  invalid?: (problems: Problems<F>) => void
  /** What a refusal of the server means: shows it, and names the fields it belongs to. */
  refused: (error: CallError) => Problems<F>
}

/** A form that makes one call: checked here, sent once however often it is pressed, refusals in their place. */
export function useCallForm<F extends FieldValues>(options: Options<F>) {
  const [failure, setFailure] = useState<CallError | null>(null)
  const running = useRef(false)

  const resolver: Resolver<F> = (fields) => {
    const problems = Object.entries(options.check(fields)) as [Path<F>, string][]
    if (problems.length === 0) return { values: fields, errors: {} }
    const errors = problems.map(([field, message]) => [field, { type: 'check', message }])
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<F> }
  }
  const form = useForm<F>({ defaultValues: options.defaults, resolver })

  const send = async (fields: F) => {
    setFailure(null)
    try {
      await options.send(fields)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const problems = Object.entries(options.refused(error)) as [Path<F>, string][]
      for (const [index, [field, message]] of problems.entries())
        form.setError(field, { type: 'server', message }, { shouldFocus: index === 0 })
      if (problems.length === 0) setFailure(error)
    }
  }

  const invalid = (errors: FieldErrors<F>) => {
    setFailure(null)
    const problems = Object.entries(errors).flatMap(([field, error]) =>
      typeof error?.message === 'string' ? [[field, error.message]] : [],
    )
    options.invalid?.(Object.fromEntries(problems) as Problems<F>)
  }

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    // a second click may come before the button shows that it is busy
    if (running.current) return
    running.current = true
    await form
      .handleSubmit(
        send,
        invalid,
      )(event)
      .finally(() => (running.current = false))
  }

  const problem = (field: Path<F>) => form.getFieldState(field, form.formState).error?.message
  return {
    form,
    /** A refusal that belongs to no field. */
    failure,
    problem,
    isPending: form.formState.isSubmitting,
    /** Spread on the form element. */
    props: { noValidate: true, onSubmit: (event: SubmitEvent) => void submit(event) },
  }
}
