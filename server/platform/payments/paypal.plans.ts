import {
  IntervalUnit,
  PlanRequestStatus,
  SubscriptionsController,
  TenureType,
  type Client,
} from '@paypal/paypal-server-sdk'
import type { PayPalAccount } from '#server/config.ts'
import { sql, type Sql } from '../database.ts'
import { ProviderError } from '../payments.ts'
import { asked, refusedWith, type PayPalRest } from './paypal.client.ts'
import { toValue } from './paypal.events.ts'

type Price = { cents: number; currency: 'EUR' }
type Options = {
  account: PayPalAccount
  clubName: string
  db: Sql
  client: Client
  rest: PayPalRest
}

/**
 * The plan that a price is at PayPal, made when it is first ordered. Two that are made at once do
 * no harm: one of them is never used.
 */
export async function planFor(options: Options, { cents, currency }: Price): Promise<string> {
  const { db, account } = options
  const named = `${account.environment}:${account.clientId}`
  const known = await db.row<{ planId: string }>(sql`
    select plan_id as "planId" from provider_plans
    where account = ${named} and cents = ${cents} and currency = ${currency}`)
  if (known) return known.planId
  const planId = await makePlan(options, { cents, currency })
  await db.run(sql`
    insert into provider_plans (account, cents, currency, plan_id)
    values (${named}, ${cents}, ${currency}, ${planId}) on conflict do nothing`)
  return planFor(options, { cents, currency })
}

async function makePlan(options: Options, { cents, currency }: Price): Promise<string> {
  const { client, clubName } = options
  const plan = await asked(
    new SubscriptionsController(client).createBillingPlan({
      prefer: 'return=representation',
      paypalRequestId: `plan-${currency}-${cents}`,
      body: {
        productId: await makeProduct(options),
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

async function makeProduct({ rest, clubName }: Options): Promise<string> {
  const product = { name: `${clubName} Premium`, type: 'SERVICE' }
  const { status, answer } = await rest('/v1/catalogs/products', JSON.stringify(product), {
    'paypal-request-id': 'product-premium',
  })
  const { id } = answer as { id?: unknown }
  if (status >= 400) throw refusedWith(status)
  if (typeof id !== 'string') throw new ProviderError('PayPal made a product without an id')
  return id
}
