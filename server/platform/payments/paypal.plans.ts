// The plan that a price is at PayPal, made when it is first ordered; all plans are of one product.
import {
  IntervalUnit,
  PlanRequestStatus,
  SubscriptionsController,
  TenureType,
  type Client,
} from '@paypal/paypal-server-sdk'
import type { PayPalAccount } from '#server/config.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import { ProviderError } from '../payments.ts'
import { askPayPal, toProviderError, type PayPalRest } from './paypal.client.ts'
import { toValue } from './paypal.events.ts'

type Price = { cents: number; currency: 'EUR' }
type Options = {
  account: PayPalAccount
  clubName: string
  db: Sql
  client: Client
  rest: PayPalRest
}

const accountName = ({ environment, clientId }: PayPalAccount) => `${environment}:${clientId}`

/** The price of a plan; null when it is none of ours. */
export async function centsOfPlan(
  { db, account }: Pick<Options, 'db' | 'account'>,
  planId: string | undefined,
): Promise<number | null> {
  const plan = await db.row<{ cents: number }>(sql`
    select cents from provider_plans
    where account = ${accountName(account)} and plan_id = ${planId ?? null}`)
  return plan?.cents ?? null
}

/**
 * The plan that a price is at PayPal, made when it is first ordered. Two that are made at once do
 * no harm: one of them is never used.
 */
export async function findOrCreatePlan(
  options: Options,
  { cents, currency }: Price,
): Promise<string> {
  const { db, account } = options
  const named = accountName(account)
  const known = await db.row<{ planId: string }>(sql`
    select plan_id as "planId" from provider_plans
    where account = ${named} and cents = ${cents} and currency = ${currency}`)
  if (known) return known.planId
  const planId = await makePlan(options, { cents, currency })
  await db.run(sql`
    insert into provider_plans (account, cents, currency, plan_id)
    values (${named}, ${cents}, ${currency}, ${planId}) on conflict do nothing`)
  return findOrCreatePlan(options, { cents, currency })
}

async function makePlan(options: Options, { cents, currency }: Price): Promise<string> {
  const { client, clubName } = options
  const plan = await askPayPal(
    new SubscriptionsController(client).createBillingPlan({
      prefer: 'return=representation',
      paypalRequestId: `plan-${currency}-${cents}`,
      body: {
        productId: await ensureProduct(options),
        name: `${clubName} Premium`,
        status: PlanRequestStatus.Active,
        billingCycles: [
          {
            frequency: { intervalUnit: IntervalUnit.Month, intervalCount: 1 },
            tenureType: TenureType.Regular,
            sequence: 1,
            // until it is stopped
            totalCycles: 0,
            pricingScheme: { fixedPrice: { currencyCode: currency, value: toValue(cents) } },
          },
        ],
        paymentPreferences: {
          // what was not paid is not owed: the contract ends instead
          autoBillOutstanding: false,
          paymentFailureThreshold: 1,
        },
      },
    }),
  )
  if (!plan.id) throw new ProviderError('PayPal made a plan without an id')
  return plan.id
}

/** An agreement can only change to a plan of the same product, so all plans are of the first one's. */
async function ensureProduct(options: Options): Promise<string> {
  const { db, account, client } = options
  const known = await db.row<{ planId: string }>(sql`
    select plan_id as "planId" from provider_plans
    where account = ${accountName(account)} order by plan_id limit 1`)
  if (!known) return makeProduct(options)
  const { productId } = await askPayPal(
    new SubscriptionsController(client).getBillingPlan(known.planId),
  )
  if (!productId) throw new ProviderError('PayPal has a plan without a product')
  return productId
}

async function makeProduct({ rest, clubName }: Options): Promise<string> {
  const product = { name: `${clubName} Premium`, type: 'SERVICE' }
  const { status, answer } = await rest('/v1/catalogs/products', JSON.stringify(product), {
    'paypal-request-id': 'product-premium',
  })
  const { id } = answer as { id?: unknown }
  if (status >= 400) throw toProviderError(status)
  if (typeof id !== 'string') throw new ProviderError('PayPal made a product without an id')
  return id
}
