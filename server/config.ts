// All settings from the environment, checked at the start: what is wrong, or unsafe on https, is refused.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isAbsolute, resolve, sep } from 'node:path'
import type { BlockList } from 'node:net'
import * as z from 'zod'
import type { Operator } from '#contract/operator.ts'
import { isOwnNetwork, isThisMachine, parseNetworks } from '#server/platform/limits/address.ts'
import { parseDatabaseUrl, describeOpenConnection } from '#server/platform/database/databaseLine.ts'
import { DATABASE_URLS, refuseUnreachable, WITH_SECRETS } from './configAddresses.ts'
import { readBucket } from '#server/platform/files/bucketAddress.ts'
import type { BucketAddress } from '#server/platform/files/bucket.ts'
import { isMailbox } from '#server/platform/mail/mailbox.ts'
import { readOperator } from '#server/platform/site/operator.ts'
import { SetupError } from '#server/platform/process/setupError.ts'

export type Config = {
  /** What this process does of what the club has to do: answers calls, works on jobs, or both. */
  role: 'web' | 'worker' | 'all'
  port: number
  host: string
  /** What this process is called in its log and in the heads of its answers. */
  instance: string
  /** Where `/metrics` is answered; null: nowhere. */
  metricsPort: number | null
  metricsHost: string
  /** Where a collector of OpenTelemetry takes traces; null: nothing is traced. */
  otlpEndpoint: string | null
  /** Of how many requests and jobs, of 1. */
  traceShare: number
  dataDir: string
  /** Null: files lie below `dataDir`. */
  bucket: BucketAddress | null
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null
  /** Past the pooler that `databaseUrl` leads through: for whatever needs a session. */
  databaseDirectUrl: string | null
  databaseOwnerUrl: string | null
  /** Connections this process asks on, at most. */
  databasePool: number
  /** Without a trailing slash. */
  publicUrl: string
  /** https: Secure cookies, HSTS and the stricter rules of production. */
  secure: boolean
  /** `publicUrl` is on this machine. */
  isLocal: boolean
  smtpUrl: string | null
  /** Carries who is here and who writes; null: the database does. */
  natsUrl: string | null
  mailFrom: string
  trustedProxies: BlockList
  /** Of push services besides those of the browsers' makers; with a dot in front, all below. */
  pushHosts: string[]
  /** How long all is answered after a SIGTERM, while `/readyz` says no. */
  drainSeconds: number
  admission: 'open' | 'invitation'
  kekFile: string | null
  limitsFactor: number
  emailConfirmation: 'required' | 'off'
  clubName: string
  defaultLanguage: 'mul' | 'de' | 'en' | 'auto'
  discreet: boolean
  logLevel: string
  /** Who takes payments. `house` pretends, for development and tests. */
  payments: 'off' | 'house' | 'paypal'
  paypal: PayPalAccount | null
  /** A month of Premium in cents, VAT included. */
  premiumCents: number
  vatPercent: number
  operator: Operator
  /** Every fact about the operator is theirs; false while examples stand in. */
  isOperatorNamed: boolean
}

export type PayPalAccount = {
  clientId: string
  clientSecret: string
  webhookId: string
  environment: 'sandbox' | 'live'
}

// a space alone would be read as the number 0, which is a port and a rate of tax
const blankIsUnset = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? undefined : value
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema.optional())

const databaseUrl = optional(
  z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    // where there is one the driver encodes again what is encoded already
    .transform((url) => url.replaceAll(' ', '%20')),
)

const Schema = z.object({
  ROLE: optional(z.enum(['web', 'worker', 'all'])),
  PORT: optional(z.coerce.number().int().min(0).max(65_535)),
  HOST: optional(z.string()),
  METRICS_PORT: optional(z.coerce.number().int().min(0).max(65_535)),
  METRICS_HOST: optional(z.string()),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(z.url({ protocol: /^https?$/ })),
  OTEL_TRACES_SAMPLER_ARG: optional(z.coerce.number().min(0).max(1)),
  INSTANCE: optional(z.string().regex(/^[\w.-]{1,40}$/)),
  DATA_DIR: optional(z.string()),
  FILES_URL: optional(z.string().regex(/^s3(\+http)?:\/\//)),
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl,
  DATABASE_OWNER_URL: databaseUrl,
  // more than the streams that may open side by side, which would keep all else waiting
  DATABASE_POOL: optional(z.coerce.number().int().min(8).max(100)),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/ })),
  SMTP_URL: optional(z.string().regex(/^smtps?:\/\//)),
  NATS_URL: optional(z.string().regex(/^(nats|tls):\/\//)),
  MAIL_FROM: optional(z.string().refine(isMailbox)),
  TRUSTED_PROXIES: optional(z.string()),
  PUSH_HOSTS: optional(z.string().regex(/^[\s,]*(\.?[a-z0-9-]+(\.[a-z0-9-]+)+[\s,]*)+$/)),
  DRAIN_SECONDS: optional(z.coerce.number().min(0).max(30)),
  ADMISSION: optional(z.enum(['open', 'invitation'])),
  KEK_FILE: optional(z.string()),
  LIMITS_FACTOR: optional(z.coerce.number().min(1).max(1_000_000)),
  EMAIL_CONFIRMATION: optional(z.enum(['required', 'off'])),
  CLUB_NAME: optional(z.string().trim().min(1).max(60)),
  DEFAULT_LANGUAGE: optional(z.enum(['mul', 'de', 'en', 'auto'])),
  DISCREET: optional(z.enum(['on', 'off'])),
  LOG_LEVEL: optional(z.enum(['debug', 'info', 'warn', 'error', 'silent'])),
  PAYMENTS: optional(z.enum(['off', 'house', 'paypal'])),
  // above this an invoice would have to name who it is for (§ 33 UStDV)
  PREMIUM_CENTS: optional(z.coerce.number().int().min(1).max(25_000)),
  VAT_PERCENT: optional(z.coerce.number().min(0).max(30).multipleOf(0.01)),
  PAYPAL_CLIENT_ID: optional(z.string()),
  PAYPAL_CLIENT_SECRET: optional(z.string()),
  PAYPAL_WEBHOOK_ID: optional(z.string()),
  PAYPAL_ENVIRONMENT: optional(z.enum(['sandbox', 'live'])),
})

type Environment = Record<string, string | undefined>
type Settings = z.infer<typeof Schema>

/** These may carry a password. */
const SECRET = /_(URL|SECRET|ENDPOINT)$/

/** Each may also be what the file holds that `…_FILE` names. */
const SECRETS = [...WITH_SECRETS, 'PAYPAL_CLIENT_SECRET'] as const

const EXPECTED: Record<string, string> = {
  ROLE: '"web", "worker" or "all"',
  PORT: 'a port number from 0 to 65535',
  METRICS_PORT: 'a port number from 0 to 65535',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'an http:// or https:// address',
  OTEL_TRACES_SAMPLER_ARG: 'a number from 0 to 1',
  INSTANCE: 'at most 40 letters, digits, dots, dashes and underscores',
  MAIL_FROM: 'an e-mail address',
  FILES_URL: 'an s3:// address',
  DATABASE_URL: 'a postgres:// address',
  DATABASE_DIRECT_URL: 'a postgres:// address',
  DATABASE_OWNER_URL: 'a postgres:// address',
  DATABASE_POOL: 'a whole number from 8 to 100',
  PUBLIC_URL: 'an http:// or https:// address',
  SMTP_URL: 'an smtp:// or smtps:// address',
  NATS_URL: 'a nats:// or tls:// address',
  PUSH_HOSTS: 'a list of host names such as push.example.org, .push.example.net',
  DRAIN_SECONDS: 'a number from 0 to 30',
  ADMISSION: '"open" or "invitation"',
  LIMITS_FACTOR: 'a number of at least 1',
  EMAIL_CONFIRMATION: '"required" or "off"',
  CLUB_NAME: 'a name of at most 60 characters',
  DEFAULT_LANGUAGE: '"mul", "de", "en" or "auto"',
  DISCREET: '"on" or "off"',
  LOG_LEVEL: '"debug", "info", "warn", "error" or "silent"',
  PAYMENTS: '"off", "house" or "paypal"',
  PREMIUM_CENTS: 'a whole number of cents from 1 to 25000',
  VAT_PERCENT: 'a number from 0 to 30',
  PAYPAL_ENVIRONMENT: '"sandbox" or "live"',
}

/** Reads the settings; nothing outside this file looks at the environment. Throws a `SetupError`. */
export function readConfig(given: Environment = process.env): Config {
  const environment = readSecretFiles(given)
  const parsed = Schema.safeParse(environment)
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0])
    const given = SECRET.test(name) ? '' : `, not "${environment[name]}"`
    throw new SetupError(`${name} must be ${EXPECTED[name] ?? 'set differently'}${given}.`)
  }
  const set = parsed.data
  refuseUnreachable(set)
  refuseLoneParts(set)
  const port = set.PORT ?? 3000
  const dataDir = resolve(set.DATA_DIR ?? '.data')
  const site = new URL(set.PUBLIC_URL ?? `http://localhost:${port}`)
  const hostname = site.hostname.replace(/^\[|\]$/g, '')
  const secure = site.protocol === 'https:'
  const isLocal = isThisMachine(site.hostname)
  if (port > 0 && set.METRICS_PORT === port)
    throw new SetupError('METRICS_PORT must be another than PORT: members find nothing of it.')
  if (site.pathname !== '/' || site.search || site.hash || site.username)
    throw new SetupError('PUBLIC_URL must end after the host, as in https://club.example.')
  if (!isLocal && !set.ADMISSION)
    throw new SetupError(
      'PUBLIC_URL is not on this machine, so ADMISSION must say "open" or "invitation".',
    )
  if (secure) refuseUnsafe(set, dataDir)
  for (const name of DATABASE_URLS)
    if (secure && set[name] && parseDatabaseUrl(set[name]) === 'open')
      throw new SetupError(describeOpenConnection(name))
  const bucket = set.FILES_URL ? readBucket(set.FILES_URL) : null
  const bucketUrl = bucket && new URL(bucket.endpoint)
  if (secure && bucketUrl?.protocol === 'http:' && !isOwnNetwork(bucketUrl.hostname))
    throw new SetupError(
      'FILES_URL "s3+http" leads over networks of others, where files can be read and changed on their way; use "s3".',
    )
  const natsUrl = set.NATS_URL ? new URL(set.NATS_URL) : null
  if (natsUrl?.password && !natsUrl.username)
    throw new SetupError(
      'NATS_URL has a password and no user; a token stands in place of the user.',
    )
  if (secure && natsUrl?.protocol === 'nats:' && !isOwnNetwork(natsUrl.hostname))
    throw new SetupError(
      'NATS_URL "nats" leads over networks of others, where it can be read who is where; use "tls".',
    )

  return {
    role: set.ROLE ?? 'all',
    port,
    host: set.HOST ?? '127.0.0.1',
    metricsPort: set.METRICS_PORT ?? null,
    metricsHost: set.METRICS_HOST ?? '127.0.0.1',
    otlpEndpoint: set.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    traceShare: set.OTEL_TRACES_SAMPLER_ARG ?? 1,
    // strangers read it, so it tells nothing of the machine
    instance: set.INSTANCE ?? randomBytes(4).toString('hex'),
    dataDir,
    bucket,
    databaseUrl: set.DATABASE_URL ?? null,
    databaseDirectUrl: set.DATABASE_DIRECT_URL ?? null,
    databaseOwnerUrl: set.DATABASE_OWNER_URL ?? null,
    databasePool: set.DATABASE_POOL ?? 10,
    publicUrl: site.origin,
    secure,
    isLocal,
    smtpUrl: set.SMTP_URL ?? null,
    natsUrl: set.NATS_URL ?? null,
    mailFrom: set.MAIL_FROM ?? `no-reply@${hostname}`,
    trustedProxies: readNetworks(set.TRUSTED_PROXIES),
    pushHosts: (set.PUSH_HOSTS ?? '').split(/[\s,]+/).filter(Boolean),
    drainSeconds: set.DRAIN_SECONDS ?? 3,
    admission: set.ADMISSION ?? 'open',
    kekFile: set.KEK_FILE ?? null,
    limitsFactor: set.LIMITS_FACTOR ?? 1,
    emailConfirmation: set.EMAIL_CONFIRMATION ?? (set.SMTP_URL ? 'required' : 'off'),
    clubName: set.CLUB_NAME ?? 'Parlour',
    defaultLanguage: set.DEFAULT_LANGUAGE ?? 'mul',
    discreet: set.DISCREET === 'on',
    logLevel: set.LOG_LEVEL ?? 'info',
    payments: set.PAYMENTS ?? 'off',
    paypal: set.PAYMENTS === 'paypal' ? readPayPal(set) : null,
    premiumCents: set.PREMIUM_CENTS ?? 1990,
    vatPercent: set.VAT_PERCENT ?? 19,
    ...readOperator(environment, { isDemanded: secure }),
  }
}

/** What this process was started with but for the owner of its database; null where that was not among it. */
export function isStartedWithoutOwner(): Record<string, string> | null {
  const {
    DATABASE_OWNER_URL: owner,
    DATABASE_OWNER_URL_FILE: file,
    ...rest
  } = process.env as Record<string, string>
  return owner === undefined && file === undefined ? null : rest
}

/** What is set, with each secret that lies in a file. */
function readSecretFiles(given: Environment): Environment {
  const read = { ...given }
  for (const name of SECRETS) {
    const path = given[`${name}_FILE`]
    if (!path) continue
    if (given[name])
      throw new SetupError(`${name} and ${name}_FILE are both set; keep one of them.`)
    read[name] = readSecretFile(`${name}_FILE`, path)
  }
  return read
}

function readSecretFile(setting: string, path: string): string {
  // who put the secret itself there must not find it in a log
  if (!isAbsolute(path))
    throw new SetupError(
      `${setting} must be the path of a file from the root on, as in /run/secrets/…`,
    )
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new SetupError(`${setting} names ${path}, which cannot be read (${code}).`)
  }
  if (text === '') throw new SetupError(`${setting} names ${path}, which is empty.`)
  return text
}

/** Several processes need more in common than one has with itself. */
function refuseLoneParts(set: Settings): void {
  const { ROLE: role = 'all' } = set
  if (set.DATABASE_DIRECT_URL && !set.DATABASE_URL)
    throw new SetupError(
      'DATABASE_DIRECT_URL leads past a pooler; DATABASE_URL has to say how to reach the database through it.',
    )
  if (role === 'all') return
  if (!set.DATABASE_URL)
    throw new SetupError(
      `ROLE "${role}" leaves the rest to other processes, so DATABASE_URL must name the database they share.`,
    )
  if (role === 'worker' && !set.PUBLIC_URL)
    throw new SetupError(
      'ROLE "worker" writes mails that lead to the club, so PUBLIC_URL must say where it is.',
    )
  if (set.PAYMENTS === 'house')
    throw new SetupError(
      'PAYMENTS "house" keeps what it knows in one process, so ROLE must be "all".',
    )
}

function refuseUnsafe(set: Settings, dataDir: string): void {
  if (!set.ADMISSION)
    throw new SetupError('PUBLIC_URL is https, so ADMISSION must say "open" or "invitation".')
  if (!set.KEK_FILE)
    throw new SetupError(
      'PUBLIC_URL is https, so KEK_FILE must name the key file for identity documents.',
    )
  if (resolve(set.KEK_FILE).startsWith(dataDir + sep))
    throw new SetupError(
      'KEK_FILE must lie outside DATA_DIR, or whoever copies one has copied both.',
    )
  if (!set.SMTP_URL)
    throw new SetupError(
      'PUBLIC_URL is https, so SMTP_URL must name the mail server: without mail nobody proves an address.',
    )
  if (!set.TRUSTED_PROXIES)
    throw new SetupError(
      'PUBLIC_URL is https, so TRUSTED_PROXIES must name the proxy that speaks it, such as 127.0.0.1: else all visitors share one address, and its limits.',
    )
  if (set.LIMITS_FACTOR !== undefined)
    throw new SetupError('LIMITS_FACTOR is for measurements only and not allowed on https.')
  if (set.PAYMENTS === 'house')
    throw new SetupError(
      'PAYMENTS "house" only pretends to take money and is not allowed on https.',
    )
}

function readPayPal(set: Settings): PayPalAccount {
  const need = <T>(name: keyof typeof set, value: T | undefined): T => {
    if (value === undefined) throw new SetupError(`PAYMENTS is "paypal", so ${name} must be set.`)
    return value
  }
  return {
    clientId: need('PAYPAL_CLIENT_ID', set.PAYPAL_CLIENT_ID),
    clientSecret: need('PAYPAL_CLIENT_SECRET', set.PAYPAL_CLIENT_SECRET),
    webhookId: need('PAYPAL_WEBHOOK_ID', set.PAYPAL_WEBHOOK_ID),
    environment: need('PAYPAL_ENVIRONMENT', set.PAYPAL_ENVIRONMENT),
  }
}

function readNetworks(list: string | undefined): BlockList {
  try {
    return parseNetworks((list ?? '').split(/[\s,]+/).filter(Boolean))
  } catch {
    throw new SetupError('TRUSTED_PROXIES must be a list of networks such as 10.0.0.0/8, ::1.')
  }
}
