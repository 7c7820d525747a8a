import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isStartedWithoutOwner, type Config } from './config.ts'
import { SetupError } from '#server/platform/process/setupError.ts'

const CLUB = fileURLToPath(new URL('cli/club.ts', import.meta.url))

/**
 * Hands migrating to a child and drops what only that needs: the process that serves has the owner's address
 * neither in its memory nor in the environment it was started with, which every process of its user can
 * read, nor there the path of the file that holds it. It takes its own place, under the same number, and
 * this does not come back; where somebody holds on to this process over a channel, a child serves
 * instead. Answers false, and did nothing, when it was not given that address. Throws a `SetupError`.
 */
export function leaveOwnerBehind({ databaseUrl, databaseOwnerUrl }: Config): boolean {
  const env = isStartedWithoutOwner()
  if (!env) return false
  if (databaseUrl && databaseOwnerUrl) {
    const stdio = ['ignore', 'ignore', 'pipe'] as const
    const { status, stderr } = spawnSync(process.execPath, [CLUB, 'migrate'], { stdio: [...stdio] })
    if (status !== 0)
      throw new SetupError(
        String(stderr).trim() || 'Migrating the database was ended from outside.',
      )
  }
  const { execPath, execArgv, argv } = process
  const args = [...execArgv, ...argv.slice(1)]
  if (process.execve && !process.channel) process.execve(execPath, [execPath, ...args], env)
  serveBeside(execPath, args, env)
  return true
}

/** A child in this one's place: signals and messages are passed on to it. */
function serveBeside(execPath: string, args: string[], env: Record<string, string>): void {
  const child = spawn(execPath, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void child.kill(signal))
  process.on('message', (word) => void (child.connected && child.send(word as object)))
  process.on('disconnect', () => void (child.connected && child.disconnect()))
  child.on('exit', (code) => process.exit(code ?? 1))
}
