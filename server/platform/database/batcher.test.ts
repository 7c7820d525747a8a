import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Batcher } from './batcher.ts'
import type { Sql } from './database.ts'

type Order = { id: string; userId: string }
type Statement = {
  on: string
  ids: string[]
  /** Ends it: all is stored but these. */
  end(not?: string[]): Promise<void>
  fail(error: unknown): Promise<void>
}

// only told apart
const named = (name: string) => ({ name }) as unknown as Sql
const DB = named('db')

/** A batcher whose statements last until a test ends them. */
function openBatcher(line?: () => Sql | null) {
  const statements: Statement[] = []
  const batcher = new Batcher<Order, { id: string }>({
    db: DB,
    ...(line && { listening: line }),
    insert(on, asked) {
      const { promise, resolve, reject } = Promise.withResolvers<{ id: string }[]>()
      const ids = asked.map(({ id }) => id)
      statements.push({
        on: (on as unknown as { name: string }).name,
        ids,
        async end(not = []) {
          resolve(ids.filter((id) => !not.includes(id)).map((id) => ({ id })))
          await nextTurn()
        },
        async fail(error) {
          reject(error)
          await nextTurn()
        },
      })
      return promise
    },
  })
  const write = (id: string, userId = id) => batcher.write({ id, userId })
  return { statements, write, idsOf: () => statements.map(({ ids }) => ids) }
}

test('what comes together is stored together, of each member one, and at most so many', async () => {
  const { statements, write, idsOf } = openBatcher()
  const all = [write('a', 'mia'), write('b', 'ben'), write('c', 'mia')]
  await nextTurn()
  // the first of Mia's has to be stored before her second is counted
  expect(idsOf()).toEqual([['a', 'b'], ['c']])
  for (const statement of statements) await statement.end()
  expect(await Promise.all(all)).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }])

  const many = openBatcher()
  const crowd = Array.from({ length: 70 }, (_, n) => many.write(`post ${n}`))
  await nextTurn()
  expect(many.idsOf().map(({ length }) => length)).toEqual([64, 6])
  for (const statement of many.statements) await statement.end()
  expect(await Promise.all(crowd)).toHaveLength(70)
})

test('two statements are under way at most; what waits goes with the next one that ends', async () => {
  const { statements, write, idsOf } = openBatcher()
  const all = []
  for (const id of ['a', 'b', 'c', 'd']) {
    all.push(write(id))
    await nextTurn()
  }
  expect(idsOf()).toEqual([['a'], ['b']])
  await statements[1]!.end()
  expect(idsOf()).toEqual([['a'], ['b'], ['c', 'd']])
  await statements[0]!.end()
  await statements[2]!.end()
  all.push(write('e'), write('f'))
  await nextTurn()
  expect(idsOf().at(-1)).toEqual(['e', 'f'])
  await statements[3]!.end()
  expect(await Promise.all(all)).toHaveLength(6)
})

test('a single statement uses the listening connection, and no other does meanwhile', async () => {
  const line = named('line')
  const [one, other] = [openBatcher(() => line), openBatcher(() => line)]
  const written = [one.write('a')]
  await nextTurn()
  written.push(one.write('b'), other.write('c'))
  await nextTurn()
  const places = () => [...one.statements, ...other.statements].map(({ on, ids }) => [...ids, on])
  expect(places()).toEqual([
    ['a', 'line'],
    ['b', 'db'],
    ['c', 'db'],
  ])
  // one without the line gives none back
  await one.statements[1]!.end()
  await other.statements[0]!.end()
  written.push(other.write('d'))
  await nextTurn()
  expect(other.statements[1]).toMatchObject({ on: 'db' })
  await one.statements[0]!.end()
  await other.statements[1]!.end()
  written.push(other.write('e'))
  await nextTurn()
  expect(other.statements[2]).toMatchObject({ on: 'line' })
  await other.statements[2]!.end()
  expect(await Promise.all(written)).toHaveLength(5)

  const without = openBatcher(() => null)
  const last = without.write('f')
  await nextTurn()
  expect(without.statements).toMatchObject([{ on: 'db' }])
  await without.statements[0]!.end()
  expect(await last).toEqual({ id: 'f' })
})

test('an item that was not stored resolves to null, and one that fails its statement fails no others', async () => {
  const { statements, write } = openBatcher(() => named('line'))
  const [kept, refused] = [write('a'), write('b')]
  await nextTurn()
  await statements[0]!.end(['b'])
  expect([await kept, await refused]).toEqual([{ id: 'a' }, null])

  const [good, twice, bad] = [write('c'), write('d'), write('e')]
  await nextTurn()
  await statements[1]!.fail(new Error('of one of them'))
  expect(statements.slice(2).map(({ on, ids }) => [...ids, on])).toEqual([
    ['c', 'db'],
    ['d', 'db'],
    ['e', 'db'],
  ])
  await statements[2]!.end()
  await statements[3]!.fail(Object.assign(new Error('there already'), { code: '23505' }))
  const failure = expect(bad).rejects.toThrow('too long')
  await statements[4]!.fail(new Error('too long'))
  expect([await good, await twice]).toEqual([{ id: 'c' }, null])
  await failure
  const next = write('f')
  await nextTurn()
  await statements[5]!.end()
  expect(await next).toEqual({ id: 'f' })
})
