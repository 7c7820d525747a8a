import type { PayPalAccount } from '#server/config.ts'
import type { PaymentProvider } from '../payments.ts'
import { toProviderError, type PayPalRest } from './paypal.client.ts'
import { readNotice, readUpdate, type UpdateNotice } from './paypal.events.ts'

const HEADERS = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const

type VerifiedNotice = Awaited<ReturnType<PaymentProvider['verify']>>
type Updated = { outcome: 'updated' } & UpdateNotice

/** Has PayPal say whether a notice is its own. What cannot be is not asked about. */
export async function verifyNotice(
  { account, rest }: { account: PayPalAccount; rest: PayPalRest },
  headers: Record<string, string>,
  body: Uint8Array,
): Promise<VerifiedNotice | Updated> {
  const text = Buffer.from(body).toString('utf8')
  const json = parseText(text)
  const given = Object.entries(HEADERS).map(([name, header]) => [name, headers[header]] as const)
  if (json === undefined || given.some(([, value]) => !value) || !isPayPals(headers))
    return { outcome: 'forged' }
  const proof = JSON.stringify({ ...Object.fromEntries(given), webhook_id: account.webhookId })
  // its own bytes: parsed and written again, the signature would no longer fit
  const question = `${proof.slice(0, -1)},"webhook_event":${text}}`
  const { status, answer } = await rest('/v1/notifications/verify-webhook-signature', question)
  if (status === 400 || status === 413 || status === 422) return { outcome: 'forged' }
  if (status !== 200) throw toProviderError(status)
  if ((answer as Record<string, unknown>)['verification_status'] !== 'SUCCESS')
    return { outcome: 'forged' }
  const update = readUpdate(json)
  if (update) return { outcome: 'updated', ...update }
  const notice = readNotice(json)
  return notice ? { outcome: 'genuine', ...notice } : { outcome: 'unknown' }
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isPayPals(headers: Record<string, string>): boolean {
  const address = headers[HEADERS.cert_url] ?? ''
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' && /(^|\.)paypal\.com$/.test(hostname)
}
