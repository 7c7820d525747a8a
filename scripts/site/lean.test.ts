import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { leanContract } from './leanContract.ts'

type Handler = (code: string, id: string) => string
const run = (plugin: { transform?: unknown }, source: string, id: string): string => {
  const { handler } = plugin.transform as { handler: Handler }
  const context = { parse: (text: string) => parseSync('module.js', text).program }
  return handler.call(context as never, source, id)
}
const contract = (source: string) => run(leanContract(), source, '/contract/some.ts')

test('of a call the browser keeps how it is made and what it sends', () => {
  const source = `export const say = endpoint({
    method: 'POST',
    path: '/api/😀',
    access: 'member',
    params: z.object({ slug }),
    body: z.object({ response: z.string() }),
    response: z.object({ done: z.literal(true) }),
    errors: ['invalid_input']
  })`
  expect(contract(source).replace(/\s+/g, ' ')).toBe(
    "export const say = (/* @__PURE__ */ endpoint({ method: 'POST', path: '/api/😀', " +
      'body: (/* @__PURE__ */ z.object({ response: (/* @__PURE__ */ z.string()) })), }))',
  )
})

test('what a function of the contract does stays', () => {
  const source = `export function sum(all) { seen.add(all); return () => seen.clear() }`
  expect(contract(source)).toBe(source)
})
