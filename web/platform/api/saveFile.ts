import { CallError, toCallError } from './call.ts'

/** Fetches a file of the club's and hands it to the browser under a name. Rejects with a `CallError`. */
export async function saveFile(path: string, name: string): Promise<void> {
  const answer = await fetch(path).catch(() => {
    throw new CallError(null)
  })
  if (!answer.ok) {
    const json: unknown = await answer.json().catch(() => undefined)
    throw toCallError(answer.status, json)
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await answer.blob())
  link.download = name
  link.click()
  // the browser has taken it by then
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
