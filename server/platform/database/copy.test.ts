import { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { CopyIn, CopyOut, withClient } from './copy.ts'
import { findCluster } from '#testing/club/database/cluster.ts'

const MANY = `copy (select n, repeat('ü', 100) from generate_series(1, 50000) n) to stdout`

test('rows go out and in as they are, however many', async () => {
  await withClient(findCluster().ownerUrl, async (client) => {
    await client.query('create temporary table came (n int, words text)')
    const out = client.query(new CopyOut(MANY) as never) as CopyOut
    const bytes = await buffer(out)
    expect(out.rows).toBe(50_000)
    const rows = client.query(new CopyIn('copy came from stdin') as never) as CopyIn
    await pipeline(Readable.from([bytes]), rows)
    expect(rows.rows).toBe(50_000)
    const found = await client.query(
      `select count(distinct n)::int as n from came where words = repeat('ü', 100)`,
    )
    expect(found.rows).toEqual([{ n: 50_000 }])
    const none = client.query(new CopyIn('copy came from stdin') as never) as CopyIn
    await pipeline(Readable.from([]), none)
    expect(none.rows).toBe(0)
  })
})

test('a slow writer is waited for', async () => {
  await withClient(findCluster().ownerUrl, async (client) => {
    const out = client.query(new CopyOut(MANY) as never) as CopyOut
    let waiting = 0
    let bytes = 0
    await pipeline(
      out,
      new Writable({
        write(chunk: Buffer, _, done) {
          waiting = Math.max(waiting, out.readableLength)
          if ((bytes += chunk.length) % 97 > 0) done()
          else setImmediate(done)
        },
      }),
    )
    expect(bytes).toBeGreaterThan(10_000_000)
    expect(waiting).toBeLessThan(1_000_000)
  })
})

test('an error ends the stream, and the connection can be used again', async () => {
  await withClient(findCluster().ownerUrl, async (client) => {
    const answers = async () => (await client.query('select 1 as one')).rows
    const wrong = client.query(new CopyOut('copy nothing to stdout') as never) as CopyOut
    await expect(buffer(wrong)).rejects.toThrow('does not exist')
    expect(await answers()).toEqual([{ one: 1 }])
    const nowhere = client.query(new CopyIn('copy nothing from stdin') as never) as CopyIn
    await expect(pipeline(Readable.from(['1\n']), nowhere)).rejects.toThrow('does not exist')
    await client.query('create temporary table came (n int)')
    const bad = client.query(new CopyIn('copy came from stdin') as never) as CopyIn
    await expect(pipeline(Readable.from(['1\n', 'two\n']), bad)).rejects.toThrow('invalid input')
    expect(await answers()).toEqual([{ one: 1 }])
    const given = client.query(new CopyOut(MANY) as never) as CopyOut
    const full = new Writable({ write: (_chunk, _, done) => done(new Error('disk full')) })
    await expect(pipeline(given, full)).rejects.toThrow('disk full')
    expect(await answers()).toEqual([{ one: 1 }])
    const half = client.query(new CopyIn('copy came from stdin') as never) as CopyIn
    const broken = Readable.from(
      (function* () {
        yield '1\n'
        throw new Error('unreadable')
      })(),
    )
    await expect(pipeline(broken, half)).rejects.toThrow('unreadable')
    expect((await client.query('select from came')).rowCount).toBe(0)
  })
})
