import { vi } from 'vitest'

/**
 * Opens a server that does nothing by the clock: it does not look now and then what is due. What is
 * heard of it even so was told, and waited for no such look.
 */
export async function withoutClocks<T>(open: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    return await open()
  } finally {
    vi.useRealTimers()
  }
}

/** So much later by the clock that `performance.now` reads, for the rest of the test; nobody waits for it. */
export function letPass(ms: number): void {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ms)
}
