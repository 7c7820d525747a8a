import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PayPalAccount } from '#server/config.ts'

export const account: PayPalAccount = {
  clientId: 'club-at-paypal',
  clientSecret: 'EXAMPLE-SECRET-OF-A-TEST',
  webhookId: '9XL90610J3647323C',
  environment: 'sandbox',
}

type ReceivedCall = {
  call: string
  headers: IncomingMessage['headers']
  text: string
  body: unknown
}
type FakeAnswer = { status?: number; body?: object }
type Answer = FakeAnswer | 'silence' | 'nonsense'

/**
 * Stands where PayPal is and answers as its REST documentation says, so that what is tested is our
 * side of it. `answers` replaces what it says to one call, such as `GET /v1/billing/subscriptions/:id`.
 */
export async function openPayPal() {
  const received: ReceivedCall[] = []
  const answers = new Map<string, Answer>()
  const agreements = new Map<string, Record<string, unknown>>()
  const transactions = new Map<string, object[]>()
  const plans = new Map<string, Record<string, unknown>>()
  const revised = new Map<string, string>()
  const repeated = new Map<string, FakeAnswer>()
  let made = 0

  const answerOne = async (request: IncomingMessage, response: ServerResponse) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const { pathname } = new URL(request.url ?? '/', 'http://paypal')
    const [path, id] = namedPath(pathname)
    const call = `${request.method} ${path}`
    const body = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : text
    received.push({ call, headers: request.headers, text, body })
    const requestId = request.headers['paypal-request-id'] as string | undefined
    const wanted = answers.get(call)
    if (wanted === 'silence') return
    if (wanted === 'nonsense') return void response.end('<html>We are sorry</html>')
    const known = repeated.get(requestId ?? '')
    const answer: FakeAnswer =
      wanted ??
      known ??
      (isAllowed(request) ? serve(call, id, body as never) : { status: 401, body: {} })
    if (requestId && !wanted) repeated.set(requestId, answer)
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
    response.end(answer.body ? JSON.stringify(answer.body) : '')
  }
  const server = createServer((request, response) => {
    answerOne(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function serve(call: string, id: string, body: Record<string, unknown>): FakeAnswer {
    switch (call) {
      case 'POST /v1/oauth2/token':
        return {
          body: {
            access_token: 'A21AA-token',
            token_type: 'Bearer',
            expires_in: 32_400,
            scope: '',
          },
        }
      case 'POST /v1/catalogs/products':
        return { status: 201, body: { id: `PROD-${(made += 1)}`, name: body['name'] } }
      case 'POST /v1/billing/plans': {
        const plan = { id: `P-${(made += 1)}`, ...body }
        plans.set(plan.id, plan)
        return { status: 201, body: plan }
      }
      case 'GET /v1/billing/plans/:id':
        return plans.has(id) ? { body: plans.get(id)! } : notFound
      case 'POST /v1/billing/subscriptions': {
        const agreement = {
          id: `I-BW452GLLEP${(made += 1)}`,
          status: 'APPROVAL_PENDING',
          plan_id: body['plan_id'],
          custom_id: body['custom_id'],
          create_time: '2026-03-01T10:00:00Z',
          links: [
            {
              href: `https://www.sandbox.paypal.com/webapps/billing/subscriptions?ba_token=BA-${made}`,
              rel: 'approve',
              method: 'GET',
            },
          ],
        }
        agreements.set(agreement.id, agreement)
        return { status: 201, body: agreement }
      }
      case 'GET /v1/billing/subscriptions/:id':
        return agreements.has(id) ? { body: agreements.get(id)! } : notFound
      case 'POST /v1/billing/subscriptions/:id/revise': {
        const planId = String(body['plan_id'])
        const agreement = agreements.get(id)
        if (!agreement || !plans.has(planId)) return notFound
        if (agreement['status'] !== 'ACTIVE') return unprocessable('SUBSCRIPTION_STATUS_INVALID')
        // charged at the former plan until the payer agreed
        revised.set(id, planId)
        const href = `https://www.sandbox.paypal.com/webapps/billing/subscriptions/update?ba_token=BA-${(made += 1)}`
        return { body: { plan_id: planId, links: [{ href, rel: 'approve', method: 'GET' }] } }
      }
      case 'POST /v1/billing/subscriptions/:id/cancel': {
        const agreement = agreements.get(id)
        if (!agreement) return notFound
        if (agreement['status'] !== 'ACTIVE') return unprocessable('SUBSCRIPTION_STATUS_INVALID')
        Object.assign(agreement, {
          status: 'CANCELLED',
          status_update_time: '2026-03-20T10:00:00Z',
        })
        return { status: 204 }
      }
      case 'GET /v1/billing/subscriptions/:id/transactions':
        return {
          body: { transactions: transactions.get(id) ?? [], total_items: 1, total_pages: 1 },
        }
      case 'POST /v2/payments/captures/:id/refund':
        return { status: 201, body: { id: `1JU0890${(made += 1)}`, status: 'COMPLETED' } }
      case 'POST /v1/notifications/verify-webhook-signature': {
        const isIts =
          body['transmission_sig'] === 'signed' && body['webhook_id'] === account.webhookId
        return { body: { verification_status: isIts ? 'SUCCESS' : 'FAILURE' } }
      }
      default:
        return notFound
    }
  }

  return {
    url,
    received,
    answers,
    agreements,
    transactions,
    /** What PayPal was asked by one call. */
    askedFor: (call: string) => received.filter((one) => one.call === call),
    approve(id: string) {
      Object.assign(agreements.get(id)!, {
        status: 'ACTIVE',
        start_time: '2026-03-01T10:05:00Z',
        status_update_time: '2026-03-01T10:06:00Z',
        links: [],
        billing_info: {
          outstanding_balance: { currency_code: 'EUR', value: '0.0' },
          failed_payments_count: 0,
        },
      })
    },
    /** The payer agrees to the plan they were asked about. */
    agree: (id: string) => void Object.assign(agreements.get(id)!, { plan_id: revised.get(id) }),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The headers with which PayPal sends a notice. */
export const noticeHeaders = (fields: Record<string, string> = {}): Record<string, string> => ({
  'content-type': 'application/json',
  'paypal-auth-algo': 'SHA256withRSA',
  'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-360caa42',
  'paypal-transmission-id': 'd938e770-8046-11e6-8103-6b62a8a99ac4',
  'paypal-transmission-sig': 'signed',
  'paypal-transmission-time': '2026-03-01T10:06:10Z',
  ...fields,
})

const notFound = { status: 404, body: { name: 'RESOURCE_NOT_FOUND', message: '', debug_id: '1' } }
const unprocessable = (issue: string) => ({
  status: 422,
  body: { name: 'UNPROCESSABLE_ENTITY', message: '', debug_id: '1', details: [{ issue }] },
})

function isAllowed({ headers, url }: IncomingMessage): boolean {
  if (url !== '/v1/oauth2/token') return headers.authorization === 'Bearer A21AA-token'
  const pair = `${account.clientId}:${account.clientSecret}`
  return headers.authorization === `Basic ${Buffer.from(pair).toString('base64')}`
}

function namedPath(path: string): [string, string] {
  const match =
    /^(\/v\d\/(?:billing\/(?:subscriptions|plans)|payments\/captures))\/([^/]+)(.*)$/.exec(path)
  return match ? [`${match[1]}/:id${match[3]}`, match[2]!] : [path, '']
}
