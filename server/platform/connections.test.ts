import { createServer } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { limitConnections } from './connections.ts'

/** A connection as Node hands it over, of a peer with that address. */
function socketOf(remoteAddress: string | undefined): Socket {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
  return socket
}

test('from wherever somebody comes, also a neighbour on the cable, they are let in', () => {
  const server = createServer()
  limitConnections(server, readConfig({ TRUSTED_PROXIES: '10.0.0.1' }))
  // one that hung up before it was looked at has none
  const peers = ['fe80::fc:ff:fe00:1%eth0', '::ffff:192.0.2.1', '2001:db8::1', undefined]
  const sockets = peers.map(socketOf)
  for (const socket of sockets) server.emit('connection', socket)
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual(peers.map(() => false))
  for (const socket of sockets) socket.destroy()
})
