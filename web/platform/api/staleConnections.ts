/** Browsers keep up to six connections to one host; the stream gets the last. */
const OTHERS = 5
const LONGEST_MS = 1_000

/**
 * After a stream died without an error, the idle connections a browser keeps have mostly died as well, and
 * requests on them hang. A small request on each finds the dead ones: the browser closes them, and the stream
 * gets a new one.
 */
export function replaceStaleConnections(): void {
  for (let line = 0; line < OTHERS; line += 1) {
    const signal = AbortSignal.timeout(LONGEST_MS)
    fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store', signal }).catch(() => {})
  }
}
