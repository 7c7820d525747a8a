import type { ErrorCode } from '#contract/errors.ts'
import { keepSignUpDraft } from '#web/features/admission/sign-up/signUpDraft.ts'
import { ask, believesSignedIn, cloneTemplate } from '#web/static/club.ts'
import { wireForm, type SentForm } from './form.ts'

/** Which of them a form is, it says itself (`platform/forms/StaticForm.tsx`). */
export function wireDoor(form: HTMLFormElement): void {
  if (form.dataset['kind'] === 'waitlist') wireWaitlist(form)
  else wireForm(form, { call: redeem, received: showNextStep })
}

function wireWaitlist(form: HTMLFormElement): void {
  const lead = document.querySelector('[data-lead]')
  const showOpen = async () => {
    const { club } = (await ask('GET', '/api/auth/session')) as { club?: { admission: string } }
    const words = club?.admission === 'open' && cloneTemplate('[data-open]')
    if (words) lead?.replaceChildren(words)
  }
  void showOpen()
  const received = () => {
    // it asks for what was just done
    lead?.remove()
    void showMedian()
  }
  wireForm(form, { received })
}

/** How long it took others, where enough of them are known. */
async function showMedian(): Promise<void> {
  const { medianDays } = (await ask('GET', '/api/waitlist')) as { medianDays?: number | null }
  if (typeof medianDays !== 'number') return
  const days = Math.max(1, Math.ceil(medianDays))
  const line = document.querySelector<HTMLElement>(`[data-median=${days === 1 ? 'one' : 'other'}]`)
  if (!line) return
  line.textContent = line.textContent.replace('{days}', String(days))
  line.hidden = false
}

let isMember = false

/** Lets a signed-in account in; for anybody else asks whether the code is good. */
async function redeem(body: SentForm) {
  const code = String(body['code']).trim()
  isMember = believesSignedIn()
  let answer: { code?: string } = isMember
    ? await ask('POST', '/api/invites/redemptions', { code })
    : { code: 'not_signed_in' satisfies ErrorCode }
  if (answer.code === ('not_signed_in' satisfies ErrorCode)) {
    isMember = false
    answer = await ask('POST', '/api/invites/checks', { code })
  }
  // a code that cannot be one is as bad as any other
  const isBad = answer.code === 'invalid_invite' || answer.code === 'invalid_input'
  return isBad
    ? { code: 'invalid_input', errors: [{ path: 'code', message: 'invalid_invite' }] }
    : answer
}

/** Not by the address: it would stay in the history. */
function showNextStep({ code }: SentForm): void {
  if (!isMember) keepSignUpDraft({ inviteCode: String(code).trim() })
  window.location.assign(isMember ? '/rooms' : '/signup')
}
