// The little of a syntax tree that planting needs, whatever the parser calls its types.
export type Node = { type: string; start: number; end: number } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** A node below another, or undefined. */
export const part = (node: Node, key: string): Node | undefined =>
  isNode(node[key]) ? node[key] : undefined

export const parts = (node: Node, key: string): Node[] =>
  Array.isArray(node[key]) ? node[key].filter(isNode) : []

/** What the code says without meaning anything when it runs. */
const SPEAKS_OF_TYPES = /^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/
const NOT_RUN = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'ImportExpression'])

export type Child = { key: string; node: Node }

/** What of a node runs, in the order it is written. */
export function listChildren(node: Node): Child[] {
  if (NOT_RUN.has(node.type) || SPEAKS_OF_TYPES.test(node.type)) return []
  return Object.entries(node)
    .flatMap(([key, value]) =>
      (Array.isArray(value) ? value : [value])
        .filter(isNode)
        .map((child) => ({ key, node: child })),
    )
    .filter((child) => !SPEAKS_OF_TYPES.test(child.node.type) && child.key !== 'source')
    .sort((one, other) => one.node.start - other.node.start)
}

/** The code of a template's texts between what is put in. */
export const rawTexts = (template: Node): { start: number; end: number }[] =>
  parts(template, 'quasis').map(({ start, end, tail }) => ({
    start: start + 1,
    end: end - (tail ? 1 : 2),
  }))

export const isText = (node: Node | undefined): boolean =>
  node?.type === 'TemplateLiteral' ||
  (node?.type === 'Literal' && typeof node['value'] === 'string')

export const readName = (node: Node | undefined): string | undefined =>
  node?.type === 'Identifier' ? (node['name'] as string) : undefined
