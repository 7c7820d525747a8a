import { execFile } from 'node:child_process'
import { accessSync, constants, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type { BenchClub } from '../tools/club.ts'
import type { Load } from '../tools/load.ts'
import { baselineSlug, memberId, MEMBERS } from '../tools/filling.ts'
import { insert, newest } from './statements.ts'

const run = promisify(execFile)
const DEBIAN = '/usr/lib/postgresql'

/** PostgreSQL's own load generator, if this machine has it. */
const pgbench = findPgbench()

function findPgbench(): string | null {
  const versions = safely(() => readdirSync(DEBIAN)) ?? []
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
  ]
  const files = folders.filter(Boolean).map((folder) => join(folder, 'pgbench'))
  return files.find((file) => safely(() => (accessSync(file, constants.X_OK), true))) ?? null
}

function safely<T>(look: () => T): T | null {
  try {
    return look()
  } catch {
    return null
  }
}

type Options = { script: string; connections: number; seconds: number }

/** How often pgbench runs a script of ours; not a number without pgbench. It tells no percentiles. */
export async function runScript(
  { databaseUrl, dataDir }: BenchClub,
  { script, connections, seconds }: Options,
): Promise<Load> {
  const load = { perSecond: NaN, p50: NaN, p99: NaN, failures: 0 }
  if (!pgbench) return load
  const url = new URL(databaseUrl)
  const file = join(dataDir, 'script.pgbench')
  await writeFile(file, script)
  const args = [
    `-h${url.searchParams.get('host')}`,
    `-p${url.searchParams.get('port')}`,
    `-U${url.username}`,
    '--no-vacuum',
    '--protocol=prepared',
    `--client=${connections}`,
    '--jobs=2',
    `--time=${Math.ceil(seconds)}`,
    `--file=${file}`,
    url.pathname.slice(1),
  ]
  const { stdout } = await run(pgbench, args)
  return { ...load, perSecond: Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]) }
}

/** Reads of the newest posts, by all clients in all rooms. */
export const readScript = (rooms: number): string =>
  `\\set room random(0, ${rooms - 1})\n${flat(newest(`'room-' || :room`))};\n`

/** New posts; each client stays in the room that its number gives it. */
export const postScript = (rooms: number): string =>
  [
    `\\set room :client_id % ${rooms}`,
    `\\set member random(0, ${MEMBERS - 1})`,
    flat(
      insert(
        baselineSlug(':room'),
        memberId(':member'),
        'gen_random_uuid()',
        "'Good evening from the bench, and a few words more.'",
      ),
    ) + ';\n',
  ].join('\n')

const flat = (statement: string) => statement.replace(/\s+/g, ' ').trim()
