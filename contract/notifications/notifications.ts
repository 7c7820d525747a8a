// How a member is told of news: digest, push, quiet hours. What leaves the club is off until chosen.
import * as z from 'zod/mini'
import { endpoint, Done } from '../endpoint.ts'
import { limits } from '../limits.ts'

const Hour = z.int().check(z.gte(0), z.lte(23))

/** How somebody wants to be notified. Everything that leaves the club is off until chosen. */
export const NoticeSettings = z.object({
  hasDigest: z.boolean(),
  /** Mails and messages may say who did what; else only that there is something. */
  showsContent: z.boolean(),
  /** Browsers with push get it for messages at tables as well. */
  pushesMessages: z.boolean(),
  /** Hours in Berlin; the same twice is no quiet at all. */
  quietFrom: Hour,
  quietUntil: Hour,
})
export type NoticeSettings = z.infer<typeof NoticeSettings>

export const PushBrowser = z.object({
  id: z.uuid(),
  /** The push service of the browser's maker: the host of the address it gave. */
  service: z.string(),
  since: z.iso.datetime(),
  /** It is signed in with the session that asks. */
  isCurrent: z.boolean(),
  /** SHA-256 of the address it gave, in base64url: by it a browser knows whether it is the one it holds. */
  mark: z.string(),
})
export type PushBrowser = z.infer<typeof PushBrowser>

export const getNotifications = endpoint({
  method: 'GET',
  path: '/api/mine/notifications',
  access: 'member',
  response: z.object({
    settings: NoticeSettings,
    browsers: z.array(PushBrowser),
    /** What browsers are to subscribe with (RFC 8292), in base64url. */
    pushKey: z.string(),
  }),
})

/** What is not said stays as it is: another page may have changed it. */
export const saveNotifications = endpoint({
  method: 'PUT',
  path: '/api/mine/notifications',
  access: 'member',
  body: z.extend(z.partial(NoticeSettings), { pushesMessages: z.nullish(z.boolean()) }),
  response: NoticeSettings,
})

const Key = z.string().check(z.regex(/^[\w-]{16,200}={0,2}$/, { error: 'invalid' }))

/** A browser that subscribed, as it describes itself (`PushSubscription.toJSON`). One a session. */
export const addPushBrowser = endpoint({
  method: 'POST',
  path: '/api/mine/push',
  access: 'member',
  limits: { member: 'pushSetUp' },
  isLimitedByHandler: true,
  body: z.object({
    endpoint: z.string().check(z.minLength(1), z.maxLength(limits.pushAddress)),
    keys: z.object({ p256dh: Key, auth: Key }),
  }),
  response: PushBrowser,
  errors: ['push_refused'],
})

/** Any of one's own. */
export const removePushBrowser = endpoint({
  method: 'DELETE',
  path: '/api/mine/push/:browserId',
  access: 'member',
  params: z.object({ browserId: z.uuid() }),
  response: Done,
})

const SealedToken = z.string().check(z.regex(/^[\w-]{20,200}$/, { error: 'invalid' }))

/** No more digests: what the page behind the mailed link does. */
export const endDigest = endpoint({
  method: 'POST',
  path: '/api/digest/end',
  access: 'visitor',
  body: z.object({ token: SealedToken }),
  response: Done,
  errors: ['invalid_link'],
})

/** What a mail program sends when its reader unsubscribes there (RFC 8058): no page of ours is involved. */
export const unsubscribeDigest = endpoint({
  method: 'POST',
  path: '/api/digest/unsubscribe',
  access: 'visitor',
  query: z.object({ token: SealedToken }),
  response: Done,
  errors: ['invalid_link'],
})
