import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Edit = { start: number; end: number; text: string }

/**
 * What each of these says of a call is the server's to keep to: who may and how often, and what it answers,
 * which the app reads as it comes.
 */
const DECLARATIONS = ['endpoint', 'stream', 'file']
export const OF_SERVER = [
  'access',
  'isForAgeProof',
  'limits',
  'isLimitedByHandler',
  'response',
  'errors',
]

/**
 * Takes out of every call of the contract who may ask it how often and which shape its answer has, and
 * says that making a schema does nothing else, so that whatever nobody asks with is dropped. No list of
 * calls: what holds for one holds for the next. Fails when a screen looks at the shape of an answer.
 */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    transform: {
      filter: { id: /\/(contract|web)\/[^?]*\.tsx?$/ },
      handler(code, id) {
        if (id.includes('/contract/')) return cutAnswers(code, this.parse(code) as unknown as Node)
        if (/\w\.response\b/.test(code)) throw new Error(`${id} reads the shape of an answer`)
        return null
      },
    },
  }
}

function cutAnswers(code: string, { body }: Node): string {
  const edits: Edit[] = []
  const look = (value: unknown, isCall = false): void => {
    if (Array.isArray(value)) return value.forEach((one) => look(one, isCall))
    if (!isNode(value) || value.type.includes('Function')) return
    const { type, start } = value
    if (type === 'CallExpression') {
      edits.push({ start, end: start, text: '/* @__PURE__ */ ' })
      look(value.callee)
      return look(value.arguments, DECLARATIONS.includes(readName(value.callee)))
    }
    if (isCall && type === 'ObjectExpression')
      return (value.properties as Node[]).forEach((part) =>
        OF_SERVER.includes(readName(part.key))
          ? void edits.push({ start: part.start, end: part.end, text: '...{}' })
          : look(part),
      )
    Object.values(value).forEach((part) => look(part))
  }
  for (const statement of body as Node[])
    // what is called for what it does stays as it is
    if (/Variable|Named/.test(statement.type)) look(statement)
  let lean = code
  for (const { start, end, text } of edits.toSorted((a, b) => b.start - a.start))
    lean = lean.slice(0, start) + text + lean.slice(end)
  return lean
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

const readName = (value: unknown): string => (value as { name?: string } | undefined)?.name ?? ''
