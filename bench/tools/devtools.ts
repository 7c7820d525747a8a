/**
 * A line to a Chromium of our own in its DevTools protocol. Playwright's would do, but it listens to
 * every request from the first moment, and telling it of each takes a slow phone a third of its time.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

type Message = {
  id?: number
  method?: string
  sessionId?: string
  params?: unknown
  result?: unknown
  error?: { message: string }
}

export type DevTools = {
  /** Rejects with what Chromium says. */
  send: <Result>(method: string, params?: object, sessionId?: string) => Promise<Result>
  /** Hears what Chromium tells from then on, until stopped. */
  onEvent: (listener: (method: string, params: unknown) => void) => { stop: () => void }
} & AsyncDisposable

export async function openDevTools(executable: string): Promise<DevTools> {
  const profile = await mkdtemp(join(tmpdir(), 'parlour-bench-'))
  const browser = spawn(
    executable,
    [
      '--headless=new',
      '--no-sandbox',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  // also when interrupted
  const kill = () => browser.kill()
  process.once('exit', kill)
  const socket = new WebSocket(await addressOf(createInterface({ input: browser.stderr })))
  // what it says later is nobody's, but must not fill the pipe
  browser.stderr.resume()
  await new Promise((opened) => socket.addEventListener('open', opened))

  const waiting = new Map<number, (answer: Message) => void>()
  const hearing = new Set<(method: string, params: unknown) => void>()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id !== undefined) waiting.get(message.id)?.(message)
    else for (const listener of hearing) listener(message.method ?? '', message.params)
  })

  let last = 0
  return {
    async send<Result>(method: string, params: object = {}, sessionId?: string) {
      last += 1
      const id = last
      const answer = new Promise<Message>((answered) => waiting.set(id, answered))
      socket.send(JSON.stringify({ id, method, params, sessionId }))
      const { result, error } = await answer
      waiting.delete(id)
      if (error) throw new Error(`${method}: ${error.message}`)
      return result as Result
    },
    onEvent(listener) {
      hearing.add(listener)
      return { stop: () => hearing.delete(listener) }
    },
    async [Symbol.asyncDispose]() {
      process.off('exit', kill)
      const gone = new Promise((closed) => browser.once('exit', closed))
      kill()
      await gone
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function addressOf(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (address) return address
  }
  throw new Error('Chromium went without a word')
}
