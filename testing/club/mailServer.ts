// A mail server of few words.
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

export type MailServer = AsyncDisposable & {
  url: string
  /** Ends every connection at once. */
  isAway: boolean
  /** Addresses it takes nothing for, for good, and what it says then. */
  refused: Set<string>
  refusal: string
  /** Takes the next mail, and does not say so. */
  isSilent: boolean
  /** Addresses at which it says nothing any more, until it hangs up on everybody. */
  hanging: Set<string>
  hangUp(): void
  /** To whom it was to take a mail. */
  commands: string[]
  /** What it took: to whom, and the mail as it came. */
  taken: { to: string; source: string }[]
}

/** On `0.0.0.0` it is one elsewhere, as far as the club can tell. */
export async function openMailServer(host = '127.0.0.1'): Promise<MailServer> {
  const lines = new Set<Socket>()
  const server = createServer((socket) => {
    lines.add(socket)
    socket.on('error', () => {}).on('close', () => lines.delete(socket))
    if (mailServer.isAway) return socket.destroy()
    return talk(mailServer, socket)
  }).listen(0, host)
  await once(server, 'listening')
  const mailServer: MailServer = {
    url: `smtp://${host}:${(server.address() as AddressInfo).port}`,
    isAway: false,
    refused: new Set(),
    refusal: '550 5.1.1 nobody here',
    isSilent: false,
    hanging: new Set(),
    hangUp: () => lines.forEach((line) => line.destroy()),
    commands: [],
    taken: [],
    [Symbol.asyncDispose]: async () => void server.close(),
  }
  return mailServer
}

function talk(mailServer: MailServer, socket: Socket): void {
  const { refused, taken } = mailServer
  let to = ''
  let source: string | null = null
  socket.write('220 test\r\n')
  socket.on('data', (data) => {
    const text = String(data)
    if (source !== null) {
      source += text
      if (!source.endsWith('\r\n.\r\n')) return
      taken.push({ to, source })
      source = null
      if (mailServer.isSilent) return void socket.destroy()
    }
    if (text.startsWith('RCPT')) {
      to = /<(.*)>/.exec(text)?.[1] ?? ''
      mailServer.commands.push(to)
      if (mailServer.hanging.has(to)) return
    }
    if (text.startsWith('RCPT') && refused.has(to))
      return void socket.write(`${mailServer.refusal}\r\n`)
    if (text.startsWith('DATA')) source = ''
    socket.write(source === null ? '250 ok\r\n' : '354 go on\r\n')
  })
}
