import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { logIn } from '#contract/accounts/auth.ts'
import { signUp } from '#contract/admission/signup.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { finish, refuseWithoutTools } from '../bareMachine.ts'
import { ROOT } from '../places.js'
import { DATA, USER } from './contents.ts'
import { ENVIRONMENT } from './image.ts'

// What is in the image, started where there is nothing else: no network, and nothing to write to but
// the folders that are its own.

const FOLDER = join(ROOT, '.image')
let machine = ''
const root = () => join(machine, 'root')

beforeAll(async () => {
  refuseWithoutTools()
  const made = await finish(spawn('npm', ['run', '--silent', 'image'], { cwd: ROOT }))
  const file = /^.*\.tar$/m.exec(made)?.[0] ?? ''
  machine = mkdtempSync(join(FOLDER, 'clean-'))
  mkdirSync(root())
  await finish(spawn('tar', ['-xf', file, '-C', machine]))
  type Manifest = { Layers: string[] }[]
  const [image] = JSON.parse(readFileSync(join(machine, 'manifest.json'), 'utf8')) as Manifest
  for (const layer of image?.Layers ?? [])
    await finish(spawn('tar', ['-xzpf', join(machine, layer), '--numeric-owner', '-C', root()]))
  for (const path of DATA) {
    mkdirSync(join(machine, path), { recursive: true })
    chownSync(join(machine, path), USER, USER)
  }
}, 1_800_000)

afterAll(() => {
  if (machine) rmSync(machine, { recursive: true, force: true })
}, 300_000)

/** Read-only but for its own folders and the passing ones, without a network, as the image's user. */
const ENTER = [
  'ip link set lo up',
  'mount --bind "$0/root" "$0/root"',
  ...DATA.map((path) => `mount --bind "$0/${path}" "$0/root/${path}"`),
  'mount --rbind /dev "$0/root/dev"',
  ...['dev/shm', 'tmp', 'run'].map((path) => `mount -t tmpfs tmpfs "$0/root/${path}"`),
  'mount -t proc proc "$0/root/proc"',
  'mount -o remount,bind,ro "$0/root"',
  `exec chroot "$0/root" setpriv --reuid=${USER} --regid=${USER} --clear-groups --no-new-privs "$@"`,
].join(' && ')

async function start() {
  const isolated = ['--mount', '--pid', '--net', '--fork', '--kill-child']
  const child = spawn(
    'unshare',
    [...isolated, 'sh', '-c', ENTER, machine, '/srv/club/deploy/serve'],
    {
      env: {
        PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
        ...ENVIRONMENT,
        DRAIN_SECONDS: '0',
      },
      stdio: 'pipe',
    },
  )
  const output = { all: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (words: string) => (output.all += words))
  const over = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await over
  })
  await Promise.race([
    expect.poll(() => output.all, { timeout: 300_000 }).toContain('is open at'),
    over.then(() => Promise.reject(new Error(`it ended:\n${output.all}`))),
  ])
  /** The process that unshare started, which has become the club. */
  const pid = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()
  return {
    output,
    /** Asks from inside its network, which nothing leads into. */
    ask(path: string, body?: unknown): { status: number; text: string } {
      const script = `const [path, body] = process.argv.slice(1)
        const headers = { origin: 'http://localhost:3000', 'content-type': 'application/json' }
        const asked = body ? { method: 'POST', headers, body } : {}
        const got = await fetch('http://localhost:3000' + path, asked)
        console.log(JSON.stringify({ status: got.status, text: await got.text() }))`
      const node = ['node', '--input-type=module', '-e', script, '--', path]
      const more = body === undefined ? [] : [JSON.stringify(body)]
      const { stdout, stderr } = spawnSync(
        'nsenter',
        [`--net=/proc/${pid}/ns/net`, ...node, ...more],
        {
          encoding: 'utf8',
        },
      )
      if (!stdout) throw new Error(stderr)
      return JSON.parse(stdout) as { status: number; text: string }
    },
    async end(): Promise<number | null> {
      process.kill(Number(pid), 'SIGTERM')
      const [code] = (await over) as [number | null]
      return code
    },
  }
}

test('in a clean root without a network the club opens, takes a member in, drains, and keeps everything', async () => {
  const first = await start()
  expect(first.ask('/readyz').status).toBe(200)
  expect(first.ask('/').text).toContain('<!doctype html>')
  const { body } = newcomer()
  expect(first.ask(signUp.path, body)).toMatchObject({ status: 200 })
  expect(await first.end()).toBe(0)
  expect(first.output.all).toContain('the club is closed')

  const second = await start()
  const { email, password } = body
  expect(second.ask(logIn.path, { email, password })).toMatchObject({ status: 200 })
  expect(await second.end()).toBe(0)

  for (const { output } of [first, second]) {
    expect(output.all).not.toMatch(/"level":[456]0/)
    expect(output.all).not.toMatch(/EROFS|EACCES|EPERM|ENETUNREACH|EAI_AGAIN|ENOTFOUND/)
  }
  expect(readdirSync(join(machine, 'var/lib/club')).toSorted()).toContain('pg')
})
