import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { SERVER_OPTIONS } from '../../scripts/run-child.js'

/** A server under measurement, in a process of its own. */
export type Measured = {
  port: number
  pid: number
  /** Processor time used so far, all threads, in milliseconds. */
  cpuMs(): number
  /** Resident memory in KiB. */
  residentKib(): number
  /** Has it collect its garbage. */
  collect(): Promise<void>
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
// or the line above would not be reached
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))

const PORT_LINE = /(?:^|http:\/\/\S+:)(\d+)/m
const COLLECTED_MS = 400

/** Starts a script that says its port, or address, as soon as it listens; `first` is loaded before it. */
export async function startServer(
  script: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
  first?: string,
): Promise<Measured> {
  const profile = process.env['PROFILE']
  const options = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []
  if (script.endsWith('server/main.ts')) options.push(...SERVER_OPTIONS)
  if (first) options.push('--import', `./${first}`)
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--import', './testing/club/process/collect.ts', ...options, script, ...args],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  running.add(child)
  child.once('exit', () => running.delete(child))
  const port = Number(await findInOutput(child, PORT_LINE))
  child.stderr.pipe(process.stderr)
  const pid = child.pid!
  return {
    port,
    pid,
    cpuMs: () => cpuMsOf(pid),
    residentKib: () => readResidentKib(pid),
    async collect() {
      process.kill(pid, 'SIGUSR2')
      await new Promise((resolve) => setTimeout(resolve, COLLECTED_MS))
    },
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** To the nanosecond, unlike the process's own account, which counts in hundredths of a second. */
function cpuMsOf(pid: number): number {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`))
    nanoseconds += Number(
      readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0],
    )
  return nanoseconds / 1e6
}

export function readResidentKib(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
}

/** The first group of the first match in what a process says. */
function findInOutput(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const onOutput = (chunk: Buffer) => {
      output += String(chunk)
      const found = pattern.exec(output)?.[1]
      if (found) resolve(found)
    }
    child.stdout!.on('data', onOutput)
    child.stderr!.on('data', onOutput)
    child.once('exit', (code) => reject(new Error(`a server ended with ${code}: ${output}`)))
  })
}
