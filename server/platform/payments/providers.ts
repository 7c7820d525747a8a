import type { Config } from '#server/config.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { PaymentProvider } from '../payments.ts'

/** Who takes payments by the settings; only that provider's code is loaded. */
export async function openPayments(
  { payments, paypal, clubName, dataDir }: Config,
  { db, now }: { db: Sql; now: () => Date },
): Promise<PaymentProvider | null> {
  if (payments === 'house') return (await import('./house.provider.ts')).houseProvider({ dataDir })
  if (payments === 'off' || !paypal) return null
  const { payPalProvider } = await import('./paypal.provider.ts')
  return payPalProvider({ account: paypal, clubName, db, now })
}
