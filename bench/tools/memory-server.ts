import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BenchClub } from './club.ts'
import { sessionCookie, roomSlug } from './filling.ts'
import { startServer, type Measured } from './server.ts'

const OF_THE_CONNECTION = ['date', 'connection', 'keep-alive', 'transfer-encoding']

/** A server that sends one answer of the club's, as it went over the wire, again and again. */
export async function startMemory({ dataDir }: BenchClub, { port }: Measured): Promise<Measured> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/rooms/${roomSlug(0)}/posts`, {
    headers: { cookie: sessionCookie(0) },
  })
  if (answer.status !== 200) throw new Error(`the club answers ${answer.status}`)
  const headers = [...answer.headers].filter(([name]) => !OF_THE_CONNECTION.includes(name))
  const file = join(dataDir, 'answer.json')
  await writeFile(file, JSON.stringify({ headers: headers.flat(), body: await answer.text() }))
  return startServer('bench/baselines/memory.ts', [file])
}
