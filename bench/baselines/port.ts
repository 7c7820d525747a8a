import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Listens on some free port and says which. */
export function sayPort(server: Server): void {
  server.listen(0, '127.0.0.1', 4096, () => console.log((server.address() as AddressInfo).port))
}
