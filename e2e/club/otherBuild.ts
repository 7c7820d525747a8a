import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { letters } from '#testing/random.ts'
import { inTime } from '#testing/until.ts'
import type { ClubUnderTest } from './club.ts'

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))
const START = fileURLToPath(new URL('../../testing/club/process/startBuild.ts', import.meta.url))
const START_MS = 60_000
const TEXT = /\.(html|js|css)$/
const PACKED = /\.(br|gz)$/

/** A build in which one part of the app is another than in the one the club shows. */
async function copyBuild(part: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'club-build-'))
  await cp(DIST, folder, { recursive: true, filter: (path) => !PACKED.test(path) })
  const files = await readdir(folder, { recursive: true })
  const own = files.find((path) => path.startsWith(`assets/${part}-`) && path.endsWith('.js'))
  const name = own!.slice('assets/'.length)
  const other = `${part}-${letters(7)}.js`
  await rename(join(folder, 'assets', name), join(folder, 'assets', other))
  for (const path of files.filter((path) => path !== own && TEXT.test(path))) {
    const text = await readFile(join(folder, path), 'utf8')
    if (text.includes(name)) await writeFile(join(folder, path), text.replaceAll(name, other))
  }
  return folder
}

/** From now on browsers are led to a process that shows another build; the one they came from is as good as stopped. */
export async function turnToOtherBuild(club: ClubUnderTest, part: string) {
  const folder = await copyBuild(part)
  const port = Number(new URL(club.server.url).port) + 1
  const child = spawn(process.execPath, [START, folder], {
    env: {
      PATH: process.env['PATH'] ?? '',
      ...club.server.sharing,
      EMAIL_CONFIRMATION: 'off',
      LIMITS_FACTOR: '1000',
      PORT: String(port),
      PUBLIC_URL: club.url,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ready = new Promise<void>((resolve) =>
    child.stdout.on('data', (words) => String(words).includes('ready\n') && resolve()),
  )
  await inTime(ready, { what: 'a process of another build', withinMs: START_MS })
  club.line.leadTo(`http://localhost:${port}`)
  club.line.cut()
  return {
    async [Symbol.asyncDispose]() {
      club.line.leadTo(club.server.url)
      club.line.cut()
      child.kill('SIGTERM')
      await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
