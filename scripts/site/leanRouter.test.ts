import { readFile } from 'node:fs/promises'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { MODULES } from '../places.js'
import { leanRouter } from './leanRouter.ts'

type Handler = (code: string, id: string) => string
const run = (source: string, id: string): string => {
  const { handler } = leanRouter().transform as { handler: Handler }
  return handler(source, id)
}

test('the router is cut where it was when this was written', async () => {
  const router = async (file: string) => {
    const path = `${MODULES}/react-router/dist/production/lib/${file}`
    return run(await readFile(path, 'utf8'), path)
  }
  const hooks = await router('hooks.js')
  expect(parseSync('hooks.js', hooks).errors).toEqual([])
  expect(hooks).not.toMatch(/^\s*warning\(/m)
  const links = await router('dom/lib.js')
  expect(parseSync('lib.js', links).errors).toEqual([])
  // imported still, which the bundler sees
  expect(links).not.toMatch(/usePrefetchBehavior\(|mergeRefs\(|PrefetchPageLinks, \{/)
  expect(() => run('', '/react-router/hooks.js')).toThrow('the router no longer has')
})
