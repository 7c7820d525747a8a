import { Visitor, type ESTree, type Plugin } from 'vite'

/** What only the server reads of a call: who may make it, what it is asked with and answers. */
const OF_THE_SERVER = new Set(['access', 'errors', 'event', 'params', 'query', 'response'])
const DECLARES = new Set(['endpoint', 'file', 'stream'])

type Property = ESTree.ObjectExpression['properties'][number]

/**
 * Leaves out of the contract, as the browser gets it, what it never looks at: above all the shapes of
 * answers, which are most of its schemas and stay as types. What is declared in a module's own lines
 * does nothing else, so the bundler may drop what nobody uses then.
 */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/([\w-]+\/)?\w+\.ts$/ },
      handler(code) {
        const { left, calls } = read(this.parse(code))
        const lean = code.split('')
        for (const { start, end } of calls) {
          lean[start] = `(/* @__PURE__ */ ${lean[start]}`
          lean[end - 1] += ')'
        }
        for (const { start, end } of left) {
          const comma = /^\s*,/.exec(code.slice(end))?.[0] ?? ''
          lean.fill('', start, end + comma.length)
        }
        return lean.join('')
      },
    },
  }
}

/** What of a module can be left out, and the calls among its own lines, the outer ones first. */
function read(program: ESTree.Program) {
  const left: Property[] = []
  const calls: ESTree.CallExpression[] = []
  let depth = 0
  const enter = () => void (depth += 1)
  const leave = () => void (depth -= 1)
  new Visitor({
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    CallExpression(call) {
      if (depth > 0) return
      calls.push(call)
      const [declared] = call.arguments
      const isDeclared = call.callee.type === 'Identifier' && DECLARES.has(call.callee.name)
      if (isDeclared && declared?.type === 'ObjectExpression')
        left.push(...declared.properties.filter(isOfTheServer))
    },
  }).visit(program)
  return { left, calls }
}

const isOfTheServer = (one: Property) =>
  one.type === 'Property' && one.key.type === 'Identifier' && OF_THE_SERVER.has(one.key.name)
