// Sends the forms of public pages without the app: nothing typed is lost, and the same words arrive once.
import { countKept } from '#contract/words.ts'
import { SendingId, type Sent } from '#web/platform/api/SendingId.ts'
import { ask, cloneTemplate, LANGUAGE_CHOSEN } from '#web/static/club.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Refusal = { code?: string; errors?: { path: string; message: string }[]; reference?: string }
export type SentForm = Record<string, string | boolean>
type Ways = {
  /** Makes the call, which is the form's own `data-post` unless told otherwise. */
  call?: (body: SentForm) => Promise<Refusal>
  /** Called once it has arrived and its receipt, if it has one, is shown. */
  received?: (body: SentForm, answer: object) => void
  /** Whether it may be sent now; otherwise has shown what is about to be. */
  mayBeSent?: (body: SentForm) => boolean
  /** Called before the fields say what is wrong with them. */
  reopen?: () => void
}

/**
 * Makes a form of a public page (`platform/forms/StaticForm.tsx`) send itself. What is typed stays
 * where it is until it has arrived; a try of the same words carries the same id, so that it arrives once.
 */
export function wireForm(form: HTMLFormElement, ways: Ways = {}): void {
  const { call, received } = ways
  const buttons = form.querySelectorAll<HTMLButtonElement>('button[type=submit]')
  const button = form.querySelector<HTMLButtonElement>('button[data-sending]')
  const failure = form.querySelector('[data-failure]')
  if (!button || !failure) return
  const controls = [...form.elements].filter(
    (one): one is Control => 'name' in one && one.name !== '' && one !== button,
  )
  const words = [...button.childNodes]
  let isTried = false
  const before = takeKept()
  let sent = before.sent ?? null
  const sending = new SendingId(sent, (now) => (sent = now))

  const showProblems = (problems: Map<string, string>) => {
    if (problems.size > 0) ways.reopen?.()
    for (const control of controls) showProblem(control, problems.get(control.name))
    controls.find(({ name }) => problems.has(name))?.focus()
  }

  const send = async () => {
    const body = readBody(controls)
    const { locale: language } = document.documentElement.dataset
    const path = form.dataset['post'] as `/api/${string}`
    const whole = { ...body, id: sending.idFor(body), ...(language && { language }) }
    const answer: Refusal = await (call ? call(whole) : ask('POST', path, whole))
    const receipt = cloneTemplate(`[data-receipt="${CSS.escape(answer.code ?? '')}"]`)
    if (receipt) showReceipt(form, receipt, answer.reference ?? '')
    if (receipt || !answer.code) return received?.(body, answer)
    const problems = new Map(answer.errors?.map(({ path, message }) => [path, message]))
    if (controls.some(({ name }) => problems.has(name))) showProblems(problems)
    else
      failure.replaceChildren(
        cloneTemplate(`[data-failed="${CSS.escape(answer.code)}"]`) ?? unexpectedFailure(),
      )
  }

  const submit = async () => {
    if (button.ariaDisabled) return
    isTried = true
    failure.replaceChildren()
    const problems = listProblems(controls)
    showProblems(problems)
    if (problems.size > 0 || ways.mayBeSent?.(readBody(controls)) === false) return
    button.ariaDisabled = 'true'
    button.replaceChildren(button.dataset['sending'] ?? '')
    await send()
    button.ariaDisabled = null
    button.replaceChildren(...words)
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
  form.addEventListener('input', ({ target }) => {
    for (const control of controls) freeWhen(control, controls)
    const control = controls.find((one) => one === target)
    if (isTried && control) showProblem(control, findProblem(control))
  })
  window.addEventListener(LANGUAGE_CHOSEN, () => {
    // what has arrived would come back as if it had not
    if (form.isConnected) history.replaceState({ typed: readTyped(controls), sent }, '')
  })
  if (before.typed) putTyped(controls, before.typed)
  fillIn(controls)
  for (const one of buttons) one.disabled = false
}

/** Around a field that is only shown while it is needed. */
const WHEN_NEEDED = 'data-when-needed'

const isBox = (control: Control): control is HTMLInputElement => control.type === 'checkbox'

/** Empty fields are left out, and those nobody asks for at present. */
function readBody(controls: Control[]): SentForm {
  const filled = controls.filter(
    (control) =>
      isBox(control) || (control.value.trim() && !control.closest(`[${WHEN_NEEDED}][hidden]`)),
  )
  return Object.fromEntries(
    filled.map((control) => [control.name, isBox(control) ? control.checked : control.value]),
  )
}

/** What the page itself can tell; the club's own rules are the server's. */
function findProblem(control: Control): string | undefined {
  const { value, required, type, dataset } = control as HTMLInputElement
  if (isBox(control)) return required && !control.checked ? 'good_faith_required' : undefined
  // half a date reads as none
  if (control.validity.badInput) return 'invalid'
  if (required && !value.trim()) return type === 'email' ? 'email_invalid' : 'text_missing'
  // what else an address may be, each browser sees otherwise: the club takes umlauts, and what is pasted along unseen
  if (type === 'email' && value.trim() && !/[@\uFF20]/.test(value)) return 'email_invalid'
  if (countKept(value) > Number(dataset['max'] ?? Infinity))
    return type === 'email' ? 'email_too_long' : 'text_too_long'
  return undefined
}

const listProblems = (controls: Control[]) =>
  new Map(
    controls.flatMap((control) => {
      const problem = findProblem(control)
      return problem ? [[control.name, problem] as const] : []
    }),
  )

/** Says it beside the field, where it is read out, and ties the field to it. */
function showProblem(control: Control, problem: string | undefined): void {
  const place = findAlert(control)
  if (!place) return
  const others = (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((id) => id && id !== place.id)
  const described = problem ? [place.id, ...others] : others
  if (described.length > 0) control.setAttribute('aria-describedby', described.join(' '))
  else control.removeAttribute('aria-describedby')
  if (!problem) {
    control.removeAttribute('aria-invalid')
    return place.replaceChildren()
  }
  control.setAttribute('aria-invalid', 'true')
  place.replaceChildren(
    cloneTemplate(`[data-problem="${CSS.escape(problem)}"]`) ??
      cloneTemplate('[data-problem=invalid]') ??
      '',
  )
  // a list says by its empty choice what is to be done
  if (problem === 'text_missing' && control instanceof HTMLSelectElement)
    place.querySelector('span')?.replaceChildren(control.options[0]?.text ?? '')
}

function findAlert(control: Control): Element | null {
  for (let around = control.parentElement; around; around = around.parentElement) {
    const alert = around.querySelector('[role=alert]')
    if (alert) return alert
  }
  return null
}

/** `data-free-when="kind=minor"`: needed, unless the field of that name says that. */
function freeWhen(control: Control, controls: Control[]): void {
  const [name, value] = control.dataset['freeWhen']?.split('=') ?? []
  if (!name) return
  control.required = controls.find((one) => one.name === name)?.value !== value
  const place = control.closest<HTMLElement>(`[${WHEN_NEEDED}]`)
  if (place) place.hidden = !control.required
  if (!control.required && !control.value) showProblem(control, undefined)
}

type Kept = { typed?: SentForm; sent?: Sent | null }

function readTyped(controls: Control[]): SentForm {
  const typed = controls
    .filter((control) => isBox(control) || control.value !== control.dataset['filled'])
    .map((control) => [control.name, isBox(control) ? control.checked : control.value])
  return Object.fromEntries(typed) as SentForm
}

/**
 * In another language the page is loaded anew: what is typed waits in this entry of the history, and nowhere else.
 * What was already on its way then goes under the same id.
 */
function takeKept(): Kept {
  const kept = Object(history.state) as Kept
  if (kept.typed) history.replaceState(null, '')
  return kept
}

function putTyped(controls: Control[], typed: SentForm): void {
  for (const control of controls) {
    const value = typed[control.name]
    if (isBox(control)) control.checked = value === true
    else if (typeof value === 'string') control.value = value
  }
}

/** `data-from="url"`: what the link to this page says of it, behind the `#`. */
function fillIn(controls: Control[]): void {
  const fragment = new URLSearchParams(window.location.hash.slice(1))
  for (const control of controls) {
    const words = fragment.get(control.dataset['from'] ?? '')
    if (words && !control.value) control.value = words.slice(0, Number(control.dataset['max']))
    freeWhen(control, controls)
  }
}

const unexpectedFailure = () => cloneTemplate('[data-failed=unexpected]') ?? ''

function showReceipt(form: HTMLFormElement, receipt: DocumentFragment, reference: string): void {
  receipt.querySelector('[data-reference]')?.replaceChildren(reference)
  const heading = receipt.querySelector('h2')
  // a page that shows it is not read anew by itself
  document.documentElement.dataset['receiptShown'] = ''
  form.replaceWith(receipt)
  heading?.focus()
}
