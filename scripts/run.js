// Every npm command of this repository. Plain JavaScript, because it has to run on Node 20 and on
// nothing installed; whatever needs more runs on the pinned Node.
import { build } from './build.js'
import { install } from './install.js'
import { giveUp } from './places.js'
import { runChild, runNode, SERVER_OPTIONS, tool } from './run-child.js'
import { journeys, mutate, runStages } from './stages.js'

/** @type {Record<string, (args: string[]) => Promise<number>>} */
const commands = {
  async start() {
    /** @type {() => void} */
    let tell = () => {}
    const built = new Promise((resolve) => (tell = () => resolve('built')))
    // which makes its database ready meanwhile
    const server = runNode('server/main.ts', ['--site-follows'], {
      isServer: true,
      nodeOptions: SERVER_OPTIONS,
      told: built,
    })
    await build(tell)
    return server
  },
  dev: () => runNode('scripts/dev.js', [], { isServer: true }),
  club: (args) => runNode('server/cli/club.ts', args),
  format: () => runChild(tool('oxfmt'), ['.']),
  check: () => runStages(['format', 'lint', 'types', 'tests']),
  test: () => runStages(['format', 'lint', 'types', 'tests', 'alone', 'browser']),
  'test:long': () => runStages(['long tests', 'mutants', 'long journeys']),
  mutate,
  async e2e(args) {
    const { failed } = await journeys(args)
    return failed === 0 ? 0 : 1
  },
  bench: (args) => runNode('bench/main.ts', args),
}

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (!command) giveUp(`There is no "${name}"; there are: ${Object.keys(commands).join(', ')}.`)
await install()
process.exit(await command(args))
