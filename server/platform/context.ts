// What code is handed to work with: the app of the process, and for a request who asks and how to refuse.
import type { Session } from '#contract/accounts/session.ts'
import type { Access } from '#contract/endpoint.ts'
import type { AlwaysPossible, ErrorCode } from '#contract/errors.ts'
import type { Config } from '#server/config.ts'
import type { Archives } from '#server/platform/vault/archives.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Decoder } from '#server/platform/decoding/decoder.ts'
import type { EventBus } from '#server/platform/database/events.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { KeyRing } from '#server/platform/vault/keyring.ts'
import type { Log } from '#server/platform/process/log.ts'
import type { PaymentProvider } from './payments.ts'
import type { RefusalDetails } from '#server/platform/process/refusal.ts'
import type { Visibility } from '#server/platform/member-rules/visibility.ts'
import type { Files } from '#server/platform/files/files.ts'
import type { PhotoStore } from '#server/platform/vault/photoStore.ts'
import type { Strongbox } from '#server/platform/vault/strongbox.ts'
import type { Vault } from '#server/platform/vault/vault.ts'

/** What the whole process shares. Built once at start, or by a test. */
export type App = {
  config: Config
  db: Database
  bus: EventBus
  jobs: Jobs
  log: Log
  now: () => Date
  /** Decodes what strangers send. */
  decoder: Decoder
  /** Wherever photos, documents and copies lie. */
  files: Files
  photos: PhotoStore
  /** Identity documents, and the keys of their months. */
  vault: Vault
  keys: KeyRing
  /** Ready-made copies of what is kept of members, for themselves. */
  archives: Archives
  strongbox: Strongbox
  /** Null: payments are not switched on. */
  payments: PaymentProvider | null
  /** Where the built web app lies. */
  siteFolder: string
  /** What tells that web app from other builds of it; null where none is built. */
  build: string | null
  /** For which job it is used, if for one; the same at each try of it. */
  job?: JobAtWork
}

type JobAtWork = {
  id: string
  createdAt: Date
  /** How often it was tried before. */
  tries: number
}

/** The account behind a request, with what rules and responses need of it. */
export type Viewer = Session & {
  sessionId: string
  isSubscriber: boolean
  /** The id of their first photo. */
  portrait: string | null
  /** What of others they see. */
  sight: Visibility
  /** The ids of the rooms they are in, awake. */
  rooms: ReadonlySet<string>
  /** Until when they may not post, and why. */
  postingLimit: { until: string; reason: string } | null
}

/** A browser that opened a reset link: it may set this account's password and nothing else. */
export type Recovery = { userId: string; email: string; tokenHash: Buffer }

export type Cookies = {
  get(name: string): string | undefined
  /** Set httpOnly, SameSite=Lax, on https Secure and with the `__Host-` prefix. */
  set(name: string, value: string, maxAgeSeconds: number): void
  clear(name: string): void
  /** Has this browser empty what it kept of the club's answers, such as photos (ASVS 14.3.1). */
  clearCache(): void
}

export type Asking = {
  /** The network address of the client, as far as trusted proxies vouch for it. */
  address: string
  userAgent: string | null
  /** As they came. */
  headers: () => Record<string, string>
  cookies: Cookies
  /** Only whether there is an answer was asked, with a HEAD: none of it is read. */
  isHead: boolean
}

/** Says no with a code the endpoint declares, or one that is always possible; anything else does not compile. */
type Refuse<Code extends ErrorCode> = (
  code: Code | AlwaysPossible,
  details?: RefusalDetails,
) => never

/** Says no if there is a reason to: `ctx.refuseIf(roomEntryRefusal(viewer, room))`. */
type RefuseIf<Code extends ErrorCode> = (code: Code | AlwaysPossible | null) => void

export type Refusing<Code extends ErrorCode> = { refuse: Refuse<Code>; refuseIf: RefuseIf<Code> }

/** What one request may use: the app, and who is asking as far as the endpoint's access promises. */
export type Context<A extends Access = 'member', Code extends ErrorCode = never> = App &
  Asking &
  Refusing<Code> & {
    viewer: A extends 'visitor' | 'recovery' ? Viewer | null : Viewer
    recovery: Recovery | null
    /** The bus's before the viewer was looked up: while it is the same, they are as they are here. */
    viewerAge: number
  }
