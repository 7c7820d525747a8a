import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { logIn } from '#contract/accounts/auth.ts'
import { signUp } from '#contract/admission/signup.ts'
import { callUrl } from '#testing/club/call.ts'
import { cloneDatabase, findCluster } from '#testing/club/database/cluster.ts'
import { freePort } from '#testing/club/process/serverProcess.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'

const ROOT = process.cwd()

/** A machine with the commit before this one; sh scripts stand for systemd. */
async function openMachine() {
  const folder = mkdtempSync(join(tmpdir(), 'club-update-'))
  const { url: DATABASE_URL, drop } = await cloneDatabase()
  const owner = new URL(findCluster().ownerUrl)
  owner.pathname = new URL(DATABASE_URL).pathname
  const port = await freePort()
  const url = `http://localhost:${port}`
  const link = join(folder, 'club')
  const git = (...args: string[]) => execFileSync('git', args, { stdio: 'pipe' })
  const first = join(folder, 'club-one')
  git('clone', '--quiet', '--shared', ROOT, first)
  git('-C', first, 'tag', 'one', 'HEAD~1')
  git('-C', first, 'tag', 'two', 'HEAD')
  git('-C', first, 'tag', 'broken', 'HEAD')
  git('-C', first, 'checkout', '--quiet', 'one')
  git('-C', first, 'remote', 'remove', 'origin')
  symlinkSync(first, link)

  const script = (name: string, text: string) => {
    const file = join(folder, name)
    writeFileSync(file, `#!/bin/sh\n${text}\n`)
    chmodSync(file, 0o755)
    return file
  }
  const build = script('build', `ln -s ${ROOT}/node_modules node_modules; cp -r ${ROOT}/dist dist`)
  execFileSync(build, { cwd: first })
  const end = `[ -e ${folder}/pid ] && kill $(cat ${folder}/pid) && tail --pid=$(cat ${folder}/pid) -f /dev/null`
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
    CLUB_LINK: link,
    BUILD: build,
    MIGRATE: `${link}/deploy/migrate`,
    RESTART: script(
      'restart',
      `${end}
case $(readlink ${link}) in *broken) exit 1;; esac
${link}/deploy/serve >${folder}/said 2>&1 & echo $! >${folder}/pid
until curl -fs ${url}/readyz >${folder}/ready; do kill -0 $(cat ${folder}/pid) || exit 1; sleep 0.2; done`,
    ),
    DATABASE_URL,
    DATABASE_OWNER_URL: owner.href,
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    EMAIL_CONFIRMATION: 'off',
    DRAIN_SECONDS: '0',
  }
  const run = (file: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(file, args, { encoding: 'utf8', env })
    return { status, said: `${stdout}${stderr}` }
  }
  onTestFinished(async () => {
    spawnSync(script('end', end))
    await drop()
    rmSync(folder, { recursive: true, force: true })
  }, 120_000)
  const [backups, keys] = [join(folder, 'backups'), join(folder, 'keys')]
  return {
    url,
    backups,
    restart: () => run(env.RESTART),
    update: (version: string) => run(join(ROOT, 'deploy/update'), version, backups, keys),
    goBack: () => run(join(ROOT, 'deploy/update'), '--back'),
    version: () => readlinkSync(link).replace(`${folder}/club-`, ''),
  }
}

test('a club is updated with a backup before, and goes back; what does not start goes back by itself', async () => {
  const machine = await openMachine()
  const { url } = machine
  expect(machine.restart()).toMatchObject({ status: 0 })
  const { body } = newcomer()
  const joined = await callUrl(url, undefined, signUp, { body })
  expect(joined.ok).toBe(true)
  const { email, password } = body
  const isKnown = async () =>
    (await callUrl(url, undefined, logIn, { body: { email, password } })).ok

  const updated = machine.update('two')
  expect(updated).toMatchObject({ status: 0, said: expect.stringContaining('Back: deploy/update') })
  expect([machine.version(), await isKnown()]).toEqual(['two', true])
  expect(readdirSync(machine.backups)).toContainEqual(expect.stringMatching(/^club-/))

  // asked for once more, it loses nothing of the way back
  const again = machine.update('two')
  expect(again).toMatchObject({ status: 0, said: expect.stringContaining('already') })
  const back = machine.goBack()
  expect(back).toMatchObject({ status: 0 })
  expect([machine.version(), await isKnown()]).toEqual(['one', true])

  const refused = machine.update('broken')
  expect(refused).toMatchObject({ status: 1, said: expect.stringContaining('did not start') })
  expect([machine.version(), await isKnown()]).toEqual(['one', true])
  expect(machine.update('nowhere')).toMatchObject({ status: 1 })
})
