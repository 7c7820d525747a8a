// The usual operators of mutation testing: each answers with what a slip of the hand could have
// made of one place in the code.
import { sqlSlips } from './operators.sql.ts'
import { isText, readName, part, parts, rawTexts, type Child, type Node } from './syntax.ts'

/** A place in a file, and what stands there instead. */
export type Slip = { start: number; end: number; text: string }
export type SourcePlace = Child & {
  parent: Node
  source: string
  /** Whether it, or the statement it makes, is all there is in a block. */
  isAlone: boolean
}

const COMPARED: Record<string, string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
}
const COMPUTED: Record<string, string> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&': '|',
  '|': '&',
  '<<': '>>',
  '>>': '<<',
}
const JOINED: Record<string, string> = { '&&': '||', '||': '&&', '??': '&&' }
const ASSIGNED: Record<string, string> = { '+=': '-=', '-=': '+=', '??=': '=', '||=': '&&=' }
const CALLED: Record<string, string> = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  toLowerCase: 'toUpperCase',
  toUpperCase: 'toLowerCase',
  min: 'max',
  max: 'min',
  ceil: 'floor',
  floor: 'ceil',
}
/** Calls that answer with something of the kind they were asked of. */
const LEFT_OUT = new Set(['filter', 'sort', 'toSorted', 'slice', 'reverse', 'trim', 'replace'])

const ASKING = new Set(['IfStatement', 'ConditionalExpression'])
const LOOPS = new Set(['WhileStatement', 'ForStatement', 'DoWhileStatement'])

/** Everything that could be wrong at a place. */
export function listSlips(place: SourcePlace): Slip[] {
  const { node, key, parent } = place
  const slips = BY_TYPE[node.type]?.(place) ?? []
  if (key === 'test' && ASKING.has(parent.type))
    slips.push(...['true', 'false'].map((text) => instead(node, text)))
  if (key === 'test' && LOOPS.has(parent.type)) slips.push(instead(node, 'false'))
  const isAnswer = key === 'body' && parent.type === 'ArrowFunctionExpression'
  // a statement alone in its block is left out with the block
  const isStep = key === 'expression' && parent.type === 'ExpressionStatement' && !place.isAlone
  if ((isAnswer && node.type !== 'BlockStatement' && !slips.some(isFalse)) || isStep)
    slips.push(instead(node, 'undefined'))
  return slips
}

/** Where an answer that is always no is tried, one that is nothing is the same. */
const isFalse = ({ text }: Slip): boolean => text === 'false'

const instead = ({ start, end }: Node, text: string): Slip => ({ start, end, text })

const BY_TYPE: Record<string, (place: SourcePlace) => Slip[]> = {
  BinaryExpression({ node, key, parent, source }) {
    const [left, right] = [part(node, 'left')!, part(node, 'right')!]
    const operator = node['operator'] as string
    const between = (other: string) => instead(node, pair(source, left, other, right))
    const compared = COMPARED[operator]
    if (compared) {
      const isTest = key === 'test' && ASKING.has(parent.type)
      const always = isTest ? [] : ['true', 'false'].map((text) => instead(node, text))
      return [...compared.map(between), ...always]
    }
    const isSum = operator === '+' && (isText(left) || isText(right))
    return COMPUTED[operator] && !isSum ? [between(COMPUTED[operator])] : []
  },
  LogicalExpression: ({ node, source }) => {
    const other = JOINED[node['operator'] as string]
    if (!other) return []
    return [instead(node, pair(source, part(node, 'left')!, other, part(node, 'right')!))]
  },
  UnaryExpression: ({ node, source }) => {
    const argument = part(node, 'argument')!
    const isTurned = node['operator'] === '!' || node['operator'] === '-'
    return isTurned ? [instead(node, textOf(source, argument))] : []
  },
  UpdateExpression: ({ node, source }) => {
    const text = textOf(source, node)
    return [
      instead(node, text.includes('++') ? text.replace('++', '--') : text.replace('--', '++')),
    ]
  },
  AssignmentExpression: ({ node, source }) => {
    const other = ASSIGNED[node['operator'] as string]
    if (!other) return []
    const [left, right] = [part(node, 'left')!, part(node, 'right')!]
    return [instead(node, `${textOf(source, left)} ${other} ${textOf(source, right)}`)]
  },
  Literal: ({ node }) => {
    if (typeof node['value'] === 'boolean') return [instead(node, String(!node['value']))]
    if (typeof node['value'] === 'string')
      return [instead(node, node['value'] === '' ? "'something'" : "''")]
    return node['regex'] ? anchors(node) : []
  },
  TemplateLiteral: ({ node, key }) =>
    key === 'quasi' || node.end - node.start === 2 ? [] : [instead(node, "''")],
  TaggedTemplateExpression: ({ node, source }) =>
    readName(part(node, 'tag')) === 'sql' ? sqlSlips(source, rawTexts(part(node, 'quasi')!)) : [],
  ObjectExpression: ({ node }) =>
    parts(node, 'properties').length > 0 ? [instead(node, '{}')] : [],
  ArrayExpression: ({ node }) => (parts(node, 'elements').length > 0 ? [instead(node, '[]')] : []),
  BlockStatement: ({ node }) => (parts(node, 'body').length > 0 ? [instead(node, '{}')] : []),
  MemberExpression: (place) => [...optional(place, part(place.node, 'object')!)],
  CallExpression: (place) => {
    const { node, source } = place
    const callee = part(node, 'callee')!
    const slips = optional(place, callee)
    const name = callee['computed'] ? undefined : readName(part(callee, 'property'))
    if (callee.type !== 'MemberExpression' || !name) return slips
    const property = part(callee, 'property')!
    if (Object.hasOwn(CALLED, name)) slips.push(instead(property, CALLED[name]!))
    if (LEFT_OUT.has(name)) slips.push(instead(node, textOf(source, part(callee, 'object')!)))
    return slips
  },
}

const textOf = (source: string, { start, end }: Node): string => source.slice(start, end)

/** Two operands around another operator, each as it was whatever binds how. */
const pair = (source: string, left: Node, operator: string, right: Node): string =>
  `(${textOf(source, left)}) ${operator} (${textOf(source, right)})`

/** `?.` that asks no more. */
function optional({ node, source }: SourcePlace, before: Node): Slip[] {
  if (node['optional'] !== true) return []
  const start = source.indexOf('?.', before.end)
  const isMember = node.type === 'MemberExpression' && !node['computed']
  return [{ start, end: start + 2, text: isMember ? '.' : '' }]
}

/** A pattern that no longer holds on to the beginning or the end. */
function anchors(node: Node): Slip[] {
  const { pattern, flags } = node['regex'] as { pattern: string; flags: string }
  const loose = [pattern.replace(/^\^/, ''), pattern.replace(/(?<!\\)\$$/, '')]
  return loose
    .filter((text) => text !== pattern && text !== '')
    .map((text) => instead(node, `/${text}/${flags}`))
}
