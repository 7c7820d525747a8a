/** What the app has to say on a public page, which is a document of its own. */
export type PageNotice = 'access_denied' | 'account_deleted'

const KEY = 'parlour.notice'

export function leaveNotice(notice: PageNotice): void {
  try {
    sessionStorage.setItem(KEY, notice)
  } catch {
    // storage refused: the page is shown without it
  }
}

/** Reads the notice, once. */
export function takeNotice(): string | null {
  try {
    const notice = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return notice
  } catch {
    return null
  }
}
