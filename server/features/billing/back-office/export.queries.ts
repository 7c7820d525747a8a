import { sql, type Sql } from '#server/platform/database/database.ts'

type BookingEntry = {
  at: string
  day: string
  transactionId: string
  reference: string
  number: string
  account: string
  cents: number
  currency: string
}

/** The lines booked in a month of the calendar in Berlin (`2026-11`), in the order of booking. */
export const listEntries = (on: Sql, month: string): Promise<BookingEntry[]> =>
  on.rows<BookingEntry>(sql`
    select l.at, (l.at at time zone 'Europe/Berlin')::date as day, l.transaction_id, l.reference,
      s.number, l.account, l.cents, l.currency
    from ledger_entries l join subscriptions s on s.id = l.subscription_id
    where l.at >= ${`${month}-01`}::timestamp at time zone 'Europe/Berlin'
      and l.at < (${`${month}-01`}::timestamp + interval '1 month') at time zone 'Europe/Berlin'
    order by l.at, l.id`)
