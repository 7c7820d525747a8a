import { ErrorBody } from '#contract/errors.ts'
import { exportLedger } from '#contract/money.ts'
import { CallError, pathOf } from '#web/platform/call.ts'

/** Fetches the ledger of a month (`2026-11`) and hands it to the browser as a file. Rejects with a `CallError`. */
export async function exportMonth(month: string): Promise<void> {
  const answer = await fetch(pathOf(exportLedger, { month })).catch(() => {
    throw new CallError(null)
  })
  if (!answer.ok) {
    const json: unknown = await answer.json().catch(() => undefined)
    throw new CallError(ErrorBody.safeParse(json).data ?? null)
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await answer.blob())
  link.download = `ledger-${month}.csv`
  link.click()
  // the browser has taken it by then
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
