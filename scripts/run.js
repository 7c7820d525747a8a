// Every npm command of this repository. Plain JavaScript, because it has to run on Node 20 and on
// nothing installed; whatever needs more runs on the pinned Node.
import { build } from './build.js'
import { proveChanges } from './proof/changed.js'
import { install } from './install.js'
import { giveUp } from './places.js'
import { prove } from './proof/proof.js'
import { runChild, runNode, SERVER_OPTIONS, tool } from './run-child.js'
import { takeSeed } from './proof/seed.js'
import { journeys, mutate, stages } from './stages.js'
import { chooseTargetStages } from './targets.js'

/** @import { Stage } from './proof/proof.js' */
/** @typedef {keyof typeof stages} StageName */

/** @type {Record<string, (args: string[]) => Promise<number>>} */
const commands = {
  async start() {
    /** @type {() => void} */
    let markBuilt = () => {}
    const built = new Promise((resolve) => (markBuilt = () => resolve('built')))
    // which makes its database ready meanwhile
    const server = runNode('server/main.ts', ['--site-follows'], {
      isServer: true,
      nodeOptions: SERVER_OPTIONS,
      built,
    })
    await build(markBuilt)
    return server
  },
  async build() {
    await build()
    return 0
  },
  dev: () => runNode('scripts/dev.js', [], { isServer: true }),
  club: (args) => runNode('server/cli/club.ts', args),
  format: () => runChild(tool('oxfmt'), ['.']),
  mutate,
  bench: (args) => runNode('bench/main.ts', args),
  'test:cluster': (args) => runNode('bench/cluster/main.ts', args),
  async image(args) {
    await build()
    return runNode('scripts/image/main.ts', args)
  },
}

/** Those that prove something, all by one seed. @type {typeof commands} */
const proofs = {
  check: (args) => prove(stagesNamed(args.length > 0 ? args : ['format', 'lint', 'quick tests'])),
  test(args) {
    const changed = /^--changed(?:=(.+))?$/.exec(args.join(' '))
    if (changed) return proveChanges(changed[1])
    const whole = ['format', 'lint', 'tests', 'browser']
    return prove(args.length > 0 ? chooseTargetStages(args) : stagesNamed(whole))
  },
  'test:long': () => prove(stagesNamed(['long tests', 'mutants', 'long journeys'])),
  e2e: (args) => prove([[{ name: 'browser', run: () => journeys(args) }]]),
}

/** What only reads comes first, all of it at the same time. */
const READING = ['format', 'lint']

/** @param {string[]} names @returns {Stage[][]} */
function stagesNamed(names) {
  const chosen = names.map((name) => {
    if (!Object.hasOwn(stages, name))
      giveUp(`There is no "${name}" to check; there are: ${Object.keys(stages).join(', ')}.`)
    return { name, run: stages[/** @type {StageName} */ (name)] }
  })
  const isReading = (/** @type {Stage} */ { name }) => READING.includes(name)
  const others = chosen.filter((stage) => !isReading(stage))
  return [chosen.filter(isReading), ...others.map((stage) => [stage])]
}

const [name = '', ...args] = process.argv.slice(2)
const all = { ...commands, ...proofs }
const command = Object.hasOwn(all, name) ? all[name] : undefined
if (!command) giveUp(`There is no "${name}"; there are: ${Object.keys(all).join(', ')}.`)
const isProof = Object.hasOwn(proofs, name) || name === 'test:cluster'
if (isProof) process.stdout.write(`Seed: ${takeSeed()}\n`)
await install()
process.exit(await command(args))
