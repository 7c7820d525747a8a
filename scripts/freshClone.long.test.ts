import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  copyMachine,
  enterClone,
  makeBareMachine,
  PERSON,
  refuseWithoutTools,
  removeMachine,
  type Outer,
  type User,
} from './bareMachine.ts'

// What a newcomer does, on the smallest machine there is: nothing cached, nothing installed but git,
// a Node and its npm. What is committed is proved, not what lies about.

const minutes = (count: number) => count * 60_000

/** The newest of each, with the npm that comes with it or is newest for it. */
const OUTER = {
  "Debian's own": 'of Debian',
  'Node 20': { node: '20.20.2', npm: '10.8.2' },
  'Node 22': { node: '22.23.3', npm: '10.9.9' },
  'Node 24': { node: '24.21.0', npm: '11.21.2' },
  'Node 26': { node: '26.10.0', npm: '12.2.1' },
} satisfies Record<string, Outer>

let folder = ''
const bare = () => join(folder, 'bare')

beforeAll(async () => {
  refuseWithoutTools()
  folder = await mkdtemp(join(tmpdir(), 'club-fresh-'))
  await makeBareMachine(bare())
}, minutes(30))

afterAll(async () => {
  if (!folder) return
  await removeMachine(bare())
  await rm(folder, { recursive: true })
}, minutes(5))

/** Begins a command in a fresh clone, on a machine that is thrown away after the test. */
async function begin(outer: Outer, user: User, script: string, env = {}) {
  const root = join(folder, 'machine')
  onTestFinished(async () => void (await removeMachine(root)), minutes(5))
  await copyMachine(bare(), root, outer)
  return follow(await enterClone(root, user, script, env))
}

function follow(child: ChildProcess) {
  const output = { out: '', err: '' }
  child.stdout?.setEncoding('utf8').on('data', (words: string) => (output.out += words))
  child.stderr?.setEncoding('utf8').on('data', (words: string) => (output.err += words))
  const over = once(child, 'close').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await over
  })
  return { child, output, over }
}

/**
 * Opens the club, ends it when told, and names what still runs when npm has had half a minute, and
 * what is not as it was cloned.
 */
const START = `
npm start & npm=$!
read -r word
kill -TERM $npm
wait $npm 2>/dev/null
for try in $(seq 300); do
  left=
  for one in /proc/[0-9]*; do
    [ $one = /proc/1 ] || [ ! -e $one/exe ] || left="$left $(cat $one/comm)"
  done
  [ -z "$left" ] && break
  sleep 0.1
done
echo "left behind:$left"
git status --short`

/** All that a first start says. */
const EXPECTED = [
  /^$/,
  // npm says what it runs, as of its version 12 with a word before
  /^(> |npm notice run )/,
  /^Installing packages; /,
  /^added \d+ packages in /,
  /^Building the web app…$/,
  /^Parlour is open at http:\/\/localhost:\d+$/,
  /^For a club of your own: DEFAULT_LANGUAGE=auto /,
  // the log
  /^\{"level":30,/,
  /^left behind:$/,
]
const unexpected = (words: string) =>
  words.split('\n').filter((line) => !EXPECTED.some((one) => one.test(line)))

test.each([
  ["Debian's own", PERSON],
  ['Node 20', 'root'],
  ['Node 22', PERSON],
  ['Node 24', 'root'],
  ['Node 26', PERSON],
] as const)(
  'npm start on %s opens the club for %s, says nothing else, and ends without a trace',
  { timeout: minutes(20) },
  async (outer, user) => {
    const { child, output, over } = await begin(OUTER[outer], user, START, { PORT: '0' })
    const isOpen = () => /is open at (\S+)/.exec(output.err)?.[1]
    await Promise.race([
      expect.poll(isOpen, { timeout: minutes(15), interval: 200 }).toBeDefined(),
      over.then(() => Promise.reject(new Error(`it ended:\n${output.out}\n${output.err}`))),
    ])
    const status = async (path: string) => (await fetch(`${isOpen()}${path}`)).status
    expect(await Promise.all(['/', '/login', '/rooms', '/nowhere/at/all'].map(status))).toEqual([
      200, 200, 200, 404,
    ])

    child.stdin?.end('close\n')
    expect(await over).toBe(0)
    expect(output.out).toContain('left behind:\n')
    expect([...unexpected(output.out), ...unexpected(output.err)]).toEqual([])
  },
)

test.each([
  ['npm run check', 'Node 22', PERSON],
  ['npm test', "Debian's own", 'root'],
] as const)(
  '%s on %s proves everything for %s',
  { timeout: minutes(180) },
  async (command, outer, user) => {
    const { output, over } = await begin(OUTER[outer], user, command)
    const code = await over
    const ending = `${output.out.slice(-4000)}\n${output.err.slice(-2000)}`
    expect(ending).toMatch(/^[1-9]\d* passed, 0 failed$/m)
    expect(code).toBe(0)
    expect(output.out + output.err).not.toMatch(/npm warn/i)
  },
)
