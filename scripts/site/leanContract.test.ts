import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { leanContract } from './leanContract.ts'

type Handler = (this: { parse: (code: string) => unknown }, code: string, id: string) => unknown
const run = (source: string, id: string): unknown => {
  const { handler } = leanContract().transform as { handler: Handler }
  return handler.call({ parse: (code) => parseSync('x.js', code).program }, source, id)
}

test('a call of the contract keeps how it is asked, and loses who may, how often, and what it answers', () => {
  const source = `export const ask = endpoint({
    method: 'GET',
    access: 'member',
    limits: { member: 'wave' },
    isLimitedByHandler: true,
    body: z.object({ response: z.string(), limits: z.string() }),
    response: z.object({ a: z.array(Shape).check(z.maxLength(3)) }),
    errors: [...others, 'gone'],
  })
  export const until = ({ at }) => Date.parse(at)
  register(z.string())`
  const lean = String(run(source, '/contract/posts/posts.ts'))
  expect(parseSync('x.js', lean).errors).toEqual([])
  expect(lean).toContain('@__PURE__ */ endpoint({')
  expect(lean).toContain('response: /* @__PURE__ */ z.string()')
  expect(lean).toContain('limits: /* @__PURE__ */ z.string()')
  expect(lean).not.toMatch(/Shape|maxLength|gone|others|access|wave|isLimited/)
  // what is called for what it does stays as it is
  expect(lean).toContain('=> Date.parse(at)')
  expect(lean).toContain('\n  register(z.string())')
})

test('a screen that looked at the shape of an answer would not be built', () => {
  expect(() => run('listPosts.response.parse({})', '/web/x.ts')).toThrow('the shape of an answer')
  expect(run('listPosts.body.parse({})', '/web/x.ts')).toBeNull()
})
