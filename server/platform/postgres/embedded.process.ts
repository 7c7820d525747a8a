// Runs PostgreSQL beside the server: however that one ends, even by `kill -9`, PostgreSQL is shut down.
import { spawn, type ChildProcess } from 'node:child_process'
import type { Writable } from 'node:stream'
import { once } from 'node:events'
import { join } from 'node:path'
import { ENVIRONMENT } from './embedded.cluster.ts'
import type { Home } from './embedded.home.ts'

export type PostgresSettings = Record<string, string | number>

export type PostgresProcess = {
  pid: number | undefined
  isOver(): boolean
  /** The last lines it wrote. */
  readOutput(): string
  /** A fast shutdown: open transactions are rolled back, the rest is safe on disk. */
  stop(): Promise<void>
}

const DEFAULTS: PostgresSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: 60,
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  // after a checkpoint the journal holds each page whole the first time it changes
  wal_compression: 'on',
  logging_collector: 'off',
  // errors of a statement, which contain its values, go to the client that sent it and not into the log
  log_min_messages: 'log',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/**
 * The shell stays beside PostgreSQL and reads a pipe that this process holds open. However this
 * process ends, even by `kill -9`, the pipe closes and PostgreSQL is shut down.
 */
const WATCHDOG = `
"$@" </dev/null 3<&- & postgres=$!
trap 'kill -INT $postgres 2>/dev/null' TERM INT
( while read -r _; do :; done; kill -INT $postgres 2>/dev/null ) <&3 >/dev/null 2>&1 & watch=$!
exec 3<&-
wait $postgres; code=$?
while kill -0 $postgres 2>/dev/null; do wait $postgres; code=$?; done
kill $watch 2>/dev/null
exit $code`

const KEPT_CHARACTERS = 4000
/** Said to each who asks meanwhile; it would leave no room for why. */
const NOT_YET =
  /^.*(FATAL: {2}the database system is|DETAIL: {2}Consistent recovery state has).*\n/gm
const MAX_SHUTDOWN_MS = 30_000

export function spawnPostgres(home: Home, settings: PostgresSettings): PostgresProcess {
  const { uid, gid, wrap } = home.runAs
  const all: PostgresSettings = {
    ...DEFAULTS,
    unix_socket_directories: quotePath(home.socket),
    ...settings,
  }
  const [command = '', ...args] = [
    ...wrap,
    '/bin/sh',
    '-c',
    WATCHDOG,
    'postgres-watchdog',
    join(home.binaries, 'bin', 'postgres'),
    '-D',
    home.data,
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const child: ChildProcess = spawn(command, args, {
    cwd: '/',
    // a Ctrl-C in the terminal is for the server, which then stops PostgreSQL last
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    env: ENVIRONMENT,
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
  })
  let output = ''
  let isOver = false
  const collect = (text: string) =>
    void (output = (output + text).replace(NOT_YET, '').slice(-KEPT_CHARACTERS))
  child.stderr?.setEncoding('utf8').on('data', collect)
  child.on('error', ({ message }) => {
    collect(message)
    isOver = true
  })
  child.on('exit', () => void (isOver = true))
  const pipe = child.stdio[3] as Writable
  pipe.on('error', () => {})
  // PostgreSQL alone keeps no program running
  for (const handle of [child, child.stderr, pipe] as { unref?(): void }[]) handle.unref?.()

  return {
    pid: child.pid,
    isOver: () => isOver,
    readOutput: () => output,
    async stop() {
      pipe.end()
      if (isOver) return
      child.ref()
      const late = setTimeout(() => killGroup(child.pid), MAX_SHUTDOWN_MS)
      await once(child, 'exit')
      clearTimeout(late)
    },
  }
}

/** The setting is a list; a path with a comma or a space needs its quotes. */
const quotePath = (path: string) => `"${path.replaceAll('"', '""')}"`

function killGroup(pid: number | undefined): void {
  if (pid) process.kill(-pid, 'SIGKILL')
}
