/** A fresh copy of what a template of this page holds. */
export const cloneTemplate = (template: string): DocumentFragment | undefined =>
  document.querySelector<HTMLTemplateElement>(`template${template}`)?.content.cloneNode(true) as
    | DocumentFragment
    | undefined

/** An event of the window: the page is about to come again in another language. */
export const LANGUAGE_CHOSEN = 'languagechosen'

const LONGEST_MS = 15_000

/** The answer or the refusal of a call, without the contract's own machinery, which these pages are too light for. */
export async function ask(
  method: 'GET' | 'POST' | 'PUT',
  path: `/api/${string}`,
  body?: object,
): Promise<{ code?: string } & object> {
  try {
    const answer = await fetch(path, {
      method,
      // a dead connection brings neither an answer nor an error
      signal: AbortSignal.timeout(LONGEST_MS),
      ...(body && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    const json = (await answer.json().catch(() => null)) as { code?: unknown } | null
    if (json && (answer.ok || typeof json.code === 'string')) return json as { code?: string }
    // another server answered; a success that is not ours comes from the log-in page of a network
    return { code: answer.ok ? 'FETCH_ERROR' : 'unexpected' }
  } catch {
    return { code: 'FETCH_ERROR' }
  }
}

/** Where the app's tabs say who is signed in (`platform/session/authEvents.ts`). */
export const NOTE = 'parlour.session'

/** Whom the device believes signed in, without asking anybody. */
export function readSignedInUserId(): string | null {
  try {
    const note = JSON.parse(localStorage.getItem(NOTE) ?? 'null') as { userId?: unknown } | null
    return typeof note?.userId === 'string' ? note.userId : null
  } catch {
    return null
  }
}

export const believesSignedIn = (): boolean => readSignedInUserId() !== null
