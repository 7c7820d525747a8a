import type { Hono } from 'hono'
import { unsubscribeDigest } from '#contract/notifications/notifications.ts'
import { pages } from '#contract/pages.ts'
import { unsubscribe } from '#contract/admission/waitlist.ts'

/** What stands in the headers of mails for programs to send to, and the page with the button for people. */
const PAGES = {
  [unsubscribeDigest.path]: `${pages.digestOff.path}#`,
  [unsubscribe.path]: `${pages.waitlist.path}#leave=`,
}

export const leadingAddresses: readonly string[] = Object.keys(PAGES)

/** Opening such an address by hand leads to the page, with the secret in the fragment; nothing changes by that. */
export function leadToPages(http: Pick<Hono, 'get'>, headers: Record<string, string>): void {
  for (const [path, page] of Object.entries(PAGES))
    http.get(path, (c) => {
      const token = /^[\w-]{1,200}$/.exec(c.req.query('token') ?? '')?.[0] ?? ''
      return c.body(null, 303, { ...headers, location: page + token })
    })
}
