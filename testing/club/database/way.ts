import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * A proxy to a database on a port of this machine, until the test is over. `meet` gets the client's socket (`near`)
 * and connects to the database (`goOn`); what it does with both is what happens on the way.
 */
export async function openWay(
  url: string,
  meet: (near: Socket, goOn: () => Socket) => void,
): Promise<{ url: string; lines: Socket[] }> {
  const [at, host] = [new URL(url), new URL(url).searchParams.get('host')]
  const port = Number(at.searchParams.get('port') ?? (at.port || 5432))
  const lines: Socket[] = []
  const watch = (line: Socket) => {
    lines.push(line.on('error', () => {}))
    return line
  }
  const goOn = () => watch(host ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, at.hostname))
  const server = createServer((near) => meet(watch(near), goOn)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const line of lines) line.destroy()
    server.close()
  })
  const way = new URL(url)
  way.search = ''
  way.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: way.href, lines }
}
