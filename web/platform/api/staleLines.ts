/** Browsers keep up to six connections to one place; the stream is to have the last. */
const OTHERS = 5
const LONGEST_MS = 1_000

/**
 * Where a line died without a word, the idle connections a browser keeps have mostly died with it,
 * and whatever it sends on one of them waits in vain. A small question on each sets them apart: the
 * dead are given up, and the stream gets a new one.
 */
export function giveUpStaleLines(): void {
  for (let line = 0; line < OTHERS; line += 1) {
    const signal = AbortSignal.timeout(LONGEST_MS)
    fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store', signal }).catch(() => {})
  }
}
