// Calls to PayPal, by its library or by REST: what goes wrong is passed on without credentials.
import { ApiError, ArgumentsValidationError, Client, Environment } from '@paypal/paypal-server-sdk'
import type { PayPalAccount } from '#server/config.ts'
import { ProviderError } from '../payments.ts'

const ORIGINS = {
  sandbox: 'https://api-m.sandbox.paypal.com',
  live: 'https://api-m.paypal.com',
} as const
const PATIENCE_MS = 10_000
/** Asked for again this long before it ends. */
const TOKEN_MARGIN_MS = 60_000

export type PayPalReach = {
  account: PayPalAccount
  /** Instead of PayPal's own address. */
  origin?: string
  patienceMs?: number
}

/** PayPal's library; what it does not cover goes through `payPalRest`. */
export function payPalClient({ account, origin, patienceMs = PATIENCE_MS }: PayPalReach): Client {
  /** The library knows only PayPal's own two addresses. */
  class Led extends Client {
    override getRequestBuilderFactory(): ReturnType<Client['getRequestBuilderFactory']> {
      const build = super.getRequestBuilderFactory()
      if (!origin) return build
      return (...args) => {
        const builder = build(...args)
        builder.interceptRequest((request) => ({
          ...request,
          url: request.url.replace(ORIGINS[account.environment], origin),
        }))
        return builder
      }
    }
  }
  return new Led({
    environment: account.environment === 'live' ? Environment.Production : Environment.Sandbox,
    clientCredentialsAuthCredentials: {
      oAuthClientId: account.clientId,
      oAuthClientSecret: account.clientSecret,
      oAuthClockSkew: TOKEN_MARGIN_MS / 1000,
    },
    timeout: patienceMs,
  })
}

export type PayPalRest = (
  path: string,
  body: string,
  headers?: Record<string, string>,
) => Promise<{ status: number; answer: unknown }>

/** PayPal's documented REST calls that its library lacks; only for `POST`. */
export function payPalRest({
  account,
  origin = ORIGINS[account.environment],
  patienceMs = PATIENCE_MS,
}: PayPalReach): PayPalRest {
  let token: { value: string; until: number } | null = null

  async function post(path: string, body: string, headers: Record<string, string>) {
    try {
      const answer = await fetch(origin + path, {
        method: 'POST',
        headers,
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      })
      return { status: answer.status, answer: (await answer.json()) as unknown }
    } catch {
      throw new ProviderError('PayPal did not answer')
    }
  }

  async function freshToken(): Promise<string> {
    if (token && Date.now() < token.until) return token.value
    const basic = Buffer.from(`${account.clientId}:${account.clientSecret}`).toString('base64')
    const { status, answer } = await post('/v1/oauth2/token', 'grant_type=client_credentials', {
      authorization: `Basic ${basic}`,
      'content-type': 'application/x-www-form-urlencoded',
    })
    const { access_token: value, expires_in: seconds } = answer as Record<string, unknown>
    if (status !== 200 || typeof value !== 'string' || typeof seconds !== 'number')
      throw toProviderError(status)
    token = { value, until: Date.now() + seconds * 1000 - TOKEN_MARGIN_MS }
    return value
  }

  return async (path, body, headers = {}) => {
    const authorization = `Bearer ${await freshToken()}`
    const all = { 'content-type': 'application/json', ...headers, authorization }
    const answered = await post(path, body, all)
    if (answered.status === 401) token = null
    return answered
  }
}

/** Wrong credentials or a refused order stay wrong; a busy or broken PayPal does not. */
export const toProviderError = (status: number, name = ''): ProviderError =>
  new ProviderError(`PayPal said ${status}${name && ` ${name}`}`, {
    isFinal: status >= 400 && status < 500 && ![401, 403, 408, 409, 429].includes(status),
  })

/** PayPal's name for what is wrong with a call, such as `SUBSCRIPTION_STATUS_INVALID`. */
const listIssues = (error: unknown): string[] => {
  if (!(error instanceof ApiError)) return []
  const { name, details } = (error.result ?? {}) as {
    name?: string
    details?: { issue?: string }[]
  }
  return [name, ...(details ?? []).map(({ issue }) => issue)].filter((one) => one !== undefined)
}

/**
 * A call to PayPal's library. What it throws holds the request with its credentials, so nothing of
 * that is passed on. `excuse` may turn a refusal into an answer.
 */
export async function askPayPal<T>(
  call: Promise<{ result: T }>,
  excuse: (status: number, issues: string[]) => T | undefined = () => undefined,
): Promise<T> {
  try {
    return (await call).result
  } catch (error) {
    if (error instanceof ApiError) {
      const issues = listIssues(error)
      const answer = excuse(error.statusCode, issues)
      if (answer !== undefined) return answer
      throw toProviderError(error.statusCode, issues[0])
    }
    if (error instanceof ArgumentsValidationError)
      throw new ProviderError('PayPal cannot be asked that', { isFinal: true })
    throw new ProviderError('PayPal did not answer as agreed')
  }
}
