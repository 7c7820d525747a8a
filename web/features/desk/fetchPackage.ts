import { getHandoverPackage } from '#contract/desk.ts'
import { ErrorBody } from '#contract/errors.ts'
import { CallError, pathOf } from '#web/platform/call.ts'

/** Fetches what goes to the authorities and hands it to the browser as a file. Rejects with a `CallError`. */
export async function fetchPackage(handoverId: string): Promise<void> {
  const answer = await fetch(pathOf(getHandoverPackage, { handoverId })).catch(() => {
    throw new CallError(null)
  })
  if (!answer.ok) {
    const json: unknown = await answer.json().catch(() => undefined)
    throw new CallError(ErrorBody.safeParse(json).data ?? null)
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await answer.blob())
  link.download = `handover-${handoverId}.json`
  link.click()
  // the browser has taken it by then
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
