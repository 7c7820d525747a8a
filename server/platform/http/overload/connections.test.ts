import { Server } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { CONNECTIONS, limitConnections } from './connections.ts'

const FACTOR = 0.01
const MOST = { perRange: CONNECTIONS.perRange * FACTOR, perNet: CONNECTIONS.perNet * FACTOR }

/** A connection as Node hands it over, of a peer with that address. */
function socketOf(remoteAddress: string | undefined): Socket {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
  return socket
}

function openDoor() {
  const server = new Server()
  limitConnections(server, { ...readConfig({}), limitsFactor: FACTOR })
  return (address: string) => {
    const socket = socketOf(address)
    server.emit('connection', socket)
    return socket
  }
}

test.for([
  ['a /24', (n: number) => `203.0.113.${n}`, '203.0.114.1'],
  ['a /24, as IPv6 writes it', (n: number) => `::ffff:203.0.113.${n}`, '::ffff:203.0.114.1'],
  ['a /48', (n: number) => `2001:db8:7:${n}::1`, '2001:db8:8::1'],
  ['a link, by its zone', (n: number) => `fe80:0:0:${n}::1%eth0`, '2001:db8:8::1'],
] as const)(
  '%s has no more connections than its share, from however many addresses',
  ([, within, outside]) => {
    const connect = openDoor()
    const open = Array.from({ length: MOST.perNet }, (_, n) => connect(within(n + 1)))
    expect(open.filter(({ destroyed }) => destroyed)).toEqual([])
    expect(connect(within(MOST.perNet + 1)).destroyed).toBe(true)
    expect(connect(outside).destroyed).toBe(false)
    open[0]!.emit('close')
    expect(connect(within(MOST.perNet + 1)).destroyed).toBe(false)
  },
)

test('one address of a net has its own share, and what was refused takes nothing of the net', () => {
  const connect = openDoor()
  const from = (address: string) => Array.from({ length: MOST.perRange }, () => connect(address))
  from('203.0.113.1')
  for (let n = 0; n < MOST.perNet; n += 1) expect(connect('203.0.113.1').destroyed).toBe(true)
  const others = [...from('203.0.113.2'), ...from('203.0.113.3')]
  expect(others.filter(({ destroyed }) => destroyed)).toEqual([])
})

test('from wherever somebody comes, also a neighbour on the cable, they are let in', () => {
  const server = new Server()
  limitConnections(server, readConfig({ TRUSTED_PROXIES: '10.0.0.1' }))
  // one that hung up before it was looked at has none
  const peers = ['fe80::fc:ff:fe00:1%eth0', '::ffff:192.0.2.1', '2001:db8::1', undefined]
  const sockets = peers.map(socketOf)
  for (const socket of sockets) server.emit('connection', socket)
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual(peers.map(() => false))
  for (const socket of sockets) socket.destroy()
})
