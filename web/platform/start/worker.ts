/** What shows push messages, and a page of the club without a network; `web/public/worker.js`. */
const WORKER = 'worker.js'

type Policy = { createScriptURL(url: string): string }
type WithTypes = typeof globalThis & {
  trustedTypes?: { createPolicy(name: string, rules: Policy): Policy }
}

/** Only this one script may become a worker (`require-trusted-types-for`). */
const rules: Policy = { createScriptURL: () => `/${WORKER}` }
let policy: Policy | undefined

/** Registers it, unless it is there; only for who asked for what needs it. */
export async function startWorker(): Promise<ServiceWorkerRegistration> {
  policy ??= (globalThis as WithTypes).trustedTypes?.createPolicy('worker', rules) ?? rules
  await navigator.serviceWorker.register(policy.createScriptURL(WORKER))
  return navigator.serviceWorker.ready
}

/**
 * Removed at logout. It dismisses itself: the page may be gone before an answer to
 * `unregister` has come.
 */
export function dismissWorker(): void {
  if ('serviceWorker' in navigator)
    navigator.serviceWorker.controller?.postMessage({ forget: true })
}
