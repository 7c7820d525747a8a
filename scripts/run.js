// Every npm command of this repository. Plain JavaScript, because it has to run on Node 20 and on
// nothing installed; whatever needs more runs on the pinned Node.
import { readdirSync } from 'node:fs'
import { build } from './build.js'
import { install } from './install.js'
import { at, giveUp } from './places.js'
import { runChild, runNode, tool } from './run-child.js'
import { journeys, runStages } from './stages.js'

/** @type {Record<string, (args: string[]) => Promise<number>>} */
const commands = {
  async start() {
    await build()
    return runNode('server/main.ts', [], { isServer: true })
  },
  dev: () => runNode('scripts/dev.js', [], { isServer: true }),
  club: (args) => runNode('server/cli/club.ts', args),
  format: () => runChild(tool('oxfmt'), ['.']),
  check: () => runStages(['format', 'lint', 'types', 'tests']),
  test: () => runStages(['format', 'lint', 'types', 'tests', 'kills', 'browser']),
  'test:long': () => runStages(['long tests', 'long journeys']),
  async e2e(args) {
    const { failed } = await journeys(args)
    return failed === 0 ? 0 : 1
  },
  async bench(args) {
    const names = readdirSync(at('bench')).filter((name) => /^[a-z-]+\.ts$/.test(name))
    const wanted = names.filter((name) => args.length === 0 || args.includes(name.slice(0, -3)))
    if (wanted.length === 0) giveUp(`There is no such measurement; there are: ${names.join(', ')}.`)
    let worst = 0
    for (const name of wanted) worst = Math.max(worst, await runNode(`bench/${name}`))
    return worst
  },
}

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (!command) giveUp(`There is no "${name}"; there are: ${Object.keys(commands).join(', ')}.`)
await install()
process.exit(await command(args))
