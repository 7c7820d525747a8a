import { once } from 'node:events'
import { connect } from 'node:net'

/** A connection that does what no browser would: says half of something, or never listens. */
export function rawLine(port: number, { isDeaf = false } = {}) {
  const socket = connect({ port, host: '127.0.0.1' })
  let received = ''
  socket.setEncoding('utf8')
  if (isDeaf) socket.pause()
  else socket.on('data', (text: string) => (received += text))
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  const opened = Promise.race([once(socket, 'connect').catch(() => {}), closed])
  return {
    heard: () => received,
    say: (text: string) => void socket.write(text),
    ask: (path: string, headers: Record<string, string> = {}, version = '1.1') =>
      void socket.write(
        `GET ${path} HTTP/${version}\r\n${Object.entries({ host: 'localhost', ...headers })
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join('')}\r\n`,
      ),
    opened,
    closed,
    close: () => socket.destroy(),
    [Symbol.dispose]: () => void socket.destroy(),
  }
}
