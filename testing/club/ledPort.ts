// A port of this machine that leads elsewhere: to a socket's path or another port, to another one later, to nowhere, or into silence.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

type Target = string | number

export async function openLedPort(first: Target) {
  let target: Target | null = first
  let isSwallowing = false
  const lines = new Set<Socket>()
  const destroyLines = () => {
    for (const line of lines) line.destroy()
  }
  const server = createServer((near) => {
    near.on('error', () => {})
    if (isSwallowing) return void lines.add(near.resume().on('close', () => lines.delete(near)))
    if (target === null) return void near.destroy()
    const far = typeof target === 'string' ? connect(target) : connect(target, '127.0.0.1')
    for (const line of [near, far]) {
      lines.add(line)
      line
        .on('error', () => {})
        .on('close', () => (lines.delete(line), near.destroy(), far.destroy()))
    }
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    /** Lines that are open end. */
    lead(to: Target | null) {
      target = to
      isSwallowing = false
      destroyLines()
    },
    /** Nothing comes through any more on any line, and none ends for that: as where a network drops packets. */
    swallow() {
      isSwallowing = true
      for (const line of lines) line.unpipe().resume()
    },
    countLines: () => lines.size,
    close() {
      server.close()
      destroyLines()
    },
  }
}
