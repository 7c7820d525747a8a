import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { logIn } from '#contract/accounts/auth.ts'
import { getSession } from '#contract/accounts/session.ts'
import { signUp } from '#contract/admission/signup.ts'
import { enterRoom } from '#contract/rooms/rooms.ts'
import { callUrl, readSetCookies } from '#testing/club/call.ts'
import { allPosts, consent, keepPosting, untilMore } from '#testing/club/process/killing.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { openServer } from '#testing/club/process/serverProcess.ts'

const CLUB = fileURLToPath(new URL('../club.ts', import.meta.url))
const SLUG = 'tresen'

async function folder(name: string): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), `club-drill-${name}-`))
  // PostgreSQL runs as another user when we are root
  await chmod(made, 0o755)
  onTestFinished(() => rm(made, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return made
}

/** The operator's command, as a process of its own; killed as soon as `until` says so. */
async function run(dataDir: string, args: string[], until?: () => Promise<boolean>) {
  const child = spawn(process.execPath, [CLUB, ...args], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const over = once(child, 'close')
  while (until && child.exitCode === null)
    if (await until()) {
      child.kill('SIGKILL')
      break
    }
  const [code] = (await over) as [number | null]
  return { code, said }
}

test(
  'the drill: a club that is lost while its members post is there again from its backups',
  { timeout: 180_000 },
  async () => {
    const [to, keysTo, lost, found] = await Promise.all(['to', 'keys', 'lost', 'found'].map(folder))
    const server = await openServer({ dataDir: lost! })
    const backups = async () => (await readdir(to!)).filter((name) => name.startsWith('club-'))
    const { body } = newcomer()
    const joined = await callUrl(server.url, undefined, signUp, { body })
    if (!joined.ok) throw new Error(joined.code)
    const cookie = readSetCookies(joined.headers)
    await consent(server.url, cookie)
    await callUrl(server.url, cookie, enterRoom, { params: { slug: SLUG } })
    const stop = new AbortController()
    const stream = keepPosting(server.url, cookie, SLUG, stop.signal)
    await untilMore([stream], 5)

    const args = ['backup', '--to', to!]
    const hasBegun = async () => (await backups()).length > 0
    expect(await run(lost!, args, hasBegun)).toMatchObject({ code: null })
    const [cut = ''] = await backups()
    expect(cut).toMatch(/\.part$/)

    const acknowledged = [...stream.posts]
    const made = await run(lost!, args)
    expect(made).toMatchObject({ code: 0 })
    expect(await run(lost!, ['backup', '--keys', '--to', keysTo!])).toMatchObject({ code: 0 })
    await untilMore([stream], 5)
    stop.abort()
    await stream.done
    await server.kill()

    const whole = (await backups()).find((name) => !name.endsWith('.part'))!
    const restored = await run(found!, ['restore', join(to!, whole)])
    expect(restored).toMatchObject({ code: 0 })
    expect(restored.said).toContain('The audit log is as it was written.')
    const [keys = ''] = await readdir(keysTo!)
    expect(await run(found!, ['restore', join(keysTo!, keys)])).toMatchObject({ code: 0 })

    await using again = await openServer({ dataDir: found! })
    expect(await callUrl(again.url, cookie, getSession, {})).toMatchObject({
      answer: { session: null },
    })
    const { email, password } = body
    const signedIn = await callUrl(again.url, undefined, logIn, { body: { email, password } })
    if (!signedIn.ok) throw new Error(signedIn.code)
    const back = readSetCookies(signedIn.headers)
    const posts = await allPosts(again.url, back, SLUG)
    expect(posts.map(({ number }) => number)).toEqual(posts.map((_, at) => at + 1))
    // all that was acknowledged before the backup began is in it
    expect(posts.map(({ id }) => id).slice(0, acknowledged.length)).toEqual(
      acknowledged.map(({ id }) => id),
    )
  },
)
