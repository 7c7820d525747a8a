// Makes the forms that cancel or withdraw work without the app: filled in for a member, with a receipt.
import { cleanNumber } from '#contract/digits.ts'
import { emailForm } from '#contract/email.ts'
import { ask, NOTE, readSignedInUserId } from '#web/static/club.ts'
import { wireForm, type SentForm } from './form.ts'

type Mine = {
  email: string | null
  subscription: {
    number: string
    status: string
    withdrawUntil: string | null
    withdrawCents: number | null
  } | null
}

/** A cancellation, or a withdrawal with its second step (`features/billing/declarations`). */
export function wireDeclaration(form: HTMLFormElement): void {
  const member = readSignedInUserId()
  const isHere = () => member !== null && readSignedInUserId() === member
  const mine = member ? askForMine() : Promise.resolve(null)
  void mine.then((known) => known && isHere() && prefill(form, known))
  const step = (name: string) => form.querySelector<HTMLElement>(`[data-step=${name}]`)
  const fields = step('fields')
  const check = step('check')
  const show = (isCheck: boolean) => {
    if (!fields || !check) return
    fields.hidden = isCheck
    check.hidden = !isCheck
  }
  whenLeft(() => {
    if (member === null || isHere()) return
    for (const field of form.querySelectorAll<HTMLInputElement>('[data-filled]'))
      if (field.value === field.dataset['filled']) field.value = ''
    show(false)
  })
  form.querySelector('[data-back]')?.addEventListener('click', () => {
    show(false)
    fields?.querySelector<HTMLElement>('input')?.focus()
  })
  wireForm(form, {
    received: (_, answer) => showReceipt(answer as Answer),
    reopen: () => show(false),
    mayBeSent(body) {
      if (!check?.hidden) return true
      show(true)
      for (const place of check.querySelectorAll<HTMLElement>('[data-typed]'))
        place.textContent = String(body[place.dataset['typed'] ?? ''] ?? '').trim()
      showSum(check, null)
      void mine.then((known) => isHere() && isOwn(body, known) && showSum(check, known))
      check.querySelector('h2')?.focus()
      return false
    },
  })
}

/** Calls when somebody may have come or gone: in another tab, or while the page was kept for the way back. */
function whenLeft(look: () => void): void {
  // a note is taken away for a moment before it is written again
  window.addEventListener('storage', ({ key, newValue }) => key === NOTE && newValue && look())
  window.addEventListener('pageshow', ({ persisted }) => persisted && look())
}

/** What somebody who is signed in may know of their own contract; nothing of anybody else's. */
async function askForMine(): Promise<Mine> {
  const [{ session }, { subscription }] = (await Promise.all([
    ask('GET', '/api/auth/session'),
    ask('GET', '/api/billing'),
  ])) as [{ session?: { email: string } | null }, Partial<Mine>]
  return { email: session?.email ?? null, subscription: subscription ?? null }
}

/** Over before it comes to that: there is nothing left to declare. */
const OVER = ['ended', 'withdrawn', 'refunded']

function prefill(form: HTMLFormElement, { email, subscription }: Mine): void {
  const isRunning = subscription !== null && !OVER.includes(subscription.status)
  const fill = (name: string, words: string | null) => {
    const field = form.querySelector<HTMLInputElement>(`input[name=${name}]`)
    // who is just about to write there is not interrupted
    if (!field || !words || field.value || field === document.activeElement) return
    field.value = words
    field.dataset['filled'] = words
  }
  fill('email', email)
  fill('contract', isRunning ? subscription.number : null)
}

function isOwn(body: SentForm, known: Mine | null): known is Mine {
  const typed = String(body['contract'])
  const { subscription, email } = known ?? {}
  return subscription?.number === cleanNumber(typed) || email === emailForm(typed)
}

const isGerman = () => document.documentElement.lang === 'de'
const tag = () => (isGerman() ? 'de-DE' : 'en-GB')
/** The club's clock, wherever somebody reads it. */
const timeZone = 'Europe/Berlin'

function chooseKind({ status, withdrawUntil, withdrawCents }: NonNullable<Mine['subscription']>) {
  if (status === 'pending') return 'pending'
  if (OVER.includes(status)) return 'over'
  if (withdrawUntil === null) return 'late'
  return withdrawCents ? 'member' : 'pending'
}

function showSum(check: HTMLElement, known: Mine | null): void {
  const own = known?.subscription
  const kind = own ? chooseKind(own) : 'stranger'
  for (const one of check.querySelectorAll<HTMLElement>('[data-sum]'))
    one.hidden = one.dataset['sum'] !== kind
  if (kind !== 'member' || !own?.withdrawUntil) return
  const euros = new Intl.NumberFormat(tag(), { style: 'currency', currency: 'EUR' })
  check.querySelector('[data-cents]')!.textContent = euros.format((own.withdrawCents ?? 0) / 100)
  const day = new Intl.DateTimeFormat(tag(), { dateStyle: 'long', timeStyle: 'short', timeZone })
  const until = check.querySelector<HTMLTimeElement>('[data-until]')!
  until.dateTime = own.withdrawUntil
  until.textContent = day.format(new Date(own.withdrawUntil))
}

type Answer = { reference?: string; receivedAt?: string; text?: string }

/** It stands on the page by now; what it says is the server's. */
function showReceipt({ reference = '', receivedAt = '', text = '' }: Answer): void {
  const time = document.querySelector<HTMLTimeElement>('[data-received]')
  if (time && receivedAt) {
    time.dateTime = receivedAt
    time.textContent = new Intl.DateTimeFormat(tag(), {
      dateStyle: 'long',
      timeStyle: 'medium',
      timeZone,
    }).format(new Date(receivedAt))
  }
  document.querySelector('[data-text]')?.replaceChildren(text)
  const download = document.querySelector<HTMLAnchorElement>('a[data-download]')
  if (!download) return
  download.href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`
  download.download = `${download.dataset['download']}-${reference}.txt`
}
