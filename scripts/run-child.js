import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { at, giveUp, MODULES, ROOT } from './places.js'

const NEEDED = { major: 24, minor: 12 }

/** @param {string} version */
const isNewEnough = (version) => {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number)
  return major > NEEDED.major || (major === NEEDED.major && minor >= NEEDED.minor)
}

const isWindows = process.platform === 'win32'
/**
 * Where the Node lies that comes with the packages. Its link in `.bin` may be missing: npm 9 takes it
 * away again with the Nodes for other machines.
 */
const PINNED = join(MODULES, `node-${isWindows ? 'win' : process.platform}-${process.arch}`, 'bin')

/** @type {string | undefined} */
let found

/** The Node that runs the club: the pinned one, or this one when it is new enough. */
function clubNode() {
  if (found) return found
  const pinned = join(PINNED, isWindows ? 'node.exe' : 'node')
  if (existsSync(pinned)) {
    const { status, stdout } = spawnSync(pinned, ['--version'], { encoding: 'utf8' })
    if (status === 0 && isNewEnough(stdout)) return (found = pinned)
  }
  if (isNewEnough(process.version)) return (found = process.execPath)
  return giveUp(
    `The club needs Node ${NEEDED.major}.${NEEDED.minor} or newer and none is installed for this machine; install it and start again.`,
  )
}

/** The program of an installed package. @param {string} name */
export const tool = (name) => join(MODULES, '.bin', name)

/** What ends us. */
export const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/** npm and the shell it starts us with, as far as they can be told. */
function ancestors() {
  let shell = ''
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    shell = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? ''
  } catch {
    // only Linux has it
  }
  return `${process.ppid} ${shell}`
}
const started = ancestors()
/** npm tells its shell at most, which ends without a word and leaves us behind. */
const isOrphaned = () => Boolean(process.env.npm_lifecycle_event) && ancestors() !== started

/** @type {['inherit', 'inherit', 'inherit']} */
const SHOWN = ['inherit', 'inherit', 'inherit']

/**
 * Runs a program to its end and answers its exit code; signals are passed on to it.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, isServer?: boolean, built?: Promise<string>, onOutput?: (text: string) => void }} [options]
 *   a server notices, over a channel of its own, when we are gone without a word, and is sent `built` over it;
 *   with `onOutput` the output of both streams is not shown
 * @returns {Promise<number>}
 */
export function runChild(command, args, { env = {}, isServer = false, built, onOutput } = {}) {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      PATH: [PINNED, join(MODULES, '.bin'), process.env.PATH].join(delimiter),
      // what was compiled before need not be again; where nothing can be written it is
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(MODULES, '.cache/compiled'),
      ...env,
    },
    stdio: onOutput ? ['inherit', 'pipe', 'pipe'] : isServer ? [...SHOWN, 'ipc'] : SHOWN,
  })
  if (onOutput)
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', onOutput)
  void built?.then((word) => child.connected && child.send(word))
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => void child.kill(signal)
  for (const signal of SIGNALS) process.on(signal, pass)
  const watch = setInterval(() => isOrphaned() && pass('SIGTERM'), 300)
  return new Promise((resolve) => {
    const end = (/** @type {number} */ code) => {
      clearInterval(watch)
      for (const signal of SIGNALS) process.off(signal, pass)
      resolve(code)
    }
    child.on('error', (error) => {
      process.stderr.write(`${command} could not be started: ${error.message}\n`)
      end(1)
    })
    // the output is complete only when the streams are closed
    const over = /** @type {'exit'} */ (onOutput ? 'close' : 'exit')
    child.on(over, (code, signal) => end(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}

/** Runs a TypeScript or JavaScript file of ours with the club's Node. @param {string} file @param {string[]} args @param {Parameters<typeof runChild>[2] & { nodeOptions?: string[] }} [options] */
export const runNode = (file, args = [], { nodeOptions = [], ...options } = {}) =>
  runChild(clubNode(), [...nodeOptions, file, ...args], options)

/**
 * Runs a program to its end and answers what it wrote, too, in one piece.
 * @param {string} command
 * @param {string[]} args
 */
export async function captureOutput(command, args) {
  let output = ''
  const code = await runChild(command, args, { onOutput: (text) => (output += text) })
  return { code, output }
}

/** A small nursery, one helper thread, and no guessing what grows old: why, says decision record 015. */
export const SERVER_OPTIONS = /** @type {string[]} */ (
  JSON.parse(readFileSync(at('server/nodeOptions.json'), 'utf8'))
)
