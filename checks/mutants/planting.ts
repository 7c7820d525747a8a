import { parseSync } from 'vite'
import { listSlips, type SourcePlace, type Slip } from './operators.ts'
import { listChildren, readName, part, parts, type Node } from './syntax.ts'

/** One wrong line, as it could have been written. */
export type Mutant = {
  id: number
  file: string
  line: number
  /** The line of code it is on, without what is around it. */
  on: string
  original: string
  replacement: string
}

type Planted = Mutant & Slip
/** The smallest piece around a slip that can be one of two. */
type Host = { node: Node; planted: Planted[]; inside: Host[] }

const BLOCKS = new Set(['BlockStatement', 'Program', 'SwitchCase', 'StaticBlock'])
const PATTERNS = new Set(['ObjectPattern', 'ArrayPattern', 'AssignmentPattern', 'RestElement'])

/** Words that only operators and developers read: no member is hurt by a mistake in them. */
function isToldToUs({ node }: SourcePlace): boolean {
  if (node.type === 'NewExpression') return /Error$/.test(readName(part(node, 'callee')) ?? '')
  const callee = node.type === 'CallExpression' ? part(node, 'callee') : undefined
  const object = callee && part(callee, 'object')
  return object !== undefined && (readName(object) ?? readName(part(object, 'property'))) === 'log'
}

/** Whether an expression may stand in brackets with another one for it. */
function isReplaceable({ node, key, parent }: SourcePlace, inChain: boolean): boolean {
  if (node.type === 'BlockStatement') return true
  if (!/Expression$|^(Identifier|Literal|TemplateLiteral)$/.test(node.type)) return false
  if (inChain || node.type === 'Super') return false
  if (parent.type === 'Property') return key === 'value' && parent['shorthand'] !== true
  if (key === 'callee' || key === 'id' || key === 'params' || key === 'quasi' || key === 'tag')
    return false
  if (key === 'property') return parent['computed'] === true
  if (key === 'right' && parent.type === 'AssignmentPattern') return true
  if (key === 'left') return /^(Binary|Logical)Expression$/.test(parent.type)
  if (PATTERNS.has(parent.type) || parent.type === 'UpdateExpression') return false
  if (parent['operator'] === 'delete') return false
  const isNamed = ['PropertyDefinition', 'MethodDefinition', 'ExportSpecifier']
  return !isNamed.includes(parent.type) || key === 'value'
}

/** Every mutant of a file, and the file with all of them in it, each behind its number. */
export function plant(
  file: string,
  source: string,
  firstId = 1,
): { mutants: Mutant[]; code: string } {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]!.message}`)
  const root: Host = { node: program as unknown as Node, planted: [], inside: [] }
  const planted: Planted[] = []
  const statements: number[] = []

  const visit = (place: SourcePlace, around: Host, inChain: boolean): void => {
    const { node, key, parent } = place
    if (node.type === 'ExpressionStatement' && BLOCKS.has(parent.type)) statements.push(node.start)
    const isMine = isReplaceable(place, inChain)
    const host: Host = isMine ? { node, planted: [], inside: [] } : around
    if (isMine) around.inside.push(host)
    const isOnlyAName = parent.type === 'Property' && key === 'key' && parent['computed'] !== true
    if (!isOnlyAName && host !== root)
      for (const slip of listSlips(place)) {
        const mutant = {
          ...slip,
          ...describeSlip(file, source, slip),
          id: firstId + planted.length,
        }
        planted.push(mutant)
        host.planted.push(mutant)
      }
    for (const child of isToldToUs(place) ? [] : listChildren(node)) {
      const goesOn = inChain && ['object', 'callee', 'expression'].includes(child.key)
      const isAlone =
        node.type === 'ExpressionStatement' ? place.isAlone : parts(node, 'body').length < 2
      const below = { ...child, parent: node, source, isAlone }
      visit(below, host, goesOn || node.type === 'ChainExpression')
    }
  }
  visit({ key: '', node: root.node, parent: root.node, source, isAlone: true }, root, false)

  const code = rendered(source, root, new Set(statements))
  return {
    mutants: planted.map(({ start: _start, end: _end, text: _text, ...rest }) => rest),
    code,
  }
}

/** A slip in the words of the report. */
function describeSlip(
  file: string,
  source: string,
  { start, end, text }: Slip,
): Omit<Mutant, 'id'> {
  const line = source.slice(0, start).split('\n').length
  return {
    file,
    line,
    on: source.split('\n')[line - 1]!.trim(),
    original: oneLine(source.slice(start, end)),
    replacement: oneLine(text),
  }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** The file with every mutant in it; `statements` are the places at which one begins. */
function rendered(source: string, root: Host, statements: Set<number>): string {
  const withMutants = (host: Host, from: number, to: number): string => {
    let code = ''
    let at = from
    for (const inner of host.inside) {
      code += source.slice(at, inner.node.start) + choice(inner)
      at = inner.node.end
    }
    return code + source.slice(at, to)
  }
  const choice = (host: Host): string => {
    const { start, end, type } = host.node
    // without semicolons, a line that begins with a bracket would go on with the line before
    const before = statements.delete(start) ? ';' : ''
    const right = withMutants(host, start, end)
    if (host.planted.length === 0) return before + right
    if (type === 'BlockStatement') return `{if (!${checkOf(host.planted[0]!)}) ${right}}`
    const wrong = host.planted.map((mutant) => {
      const text = source.slice(start, mutant.start) + mutant.text + source.slice(mutant.end, end)
      return `${checkOf(mutant)} ? (${text}) : `
    })
    return `${before}(${wrong.join('')}(${right}))`
  }
  return withMutants(root, 0, source.length)
}

const checkOf = ({ id }: Planted): string => `globalThis.plantedFault(${id})`
