import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { inWords, openLog } from './log.ts'

test('where nobody watches, each event is one line of JSON', () => {
  const out = new PassThrough()
  openLog('info', out).info({ file: 'a' }, 'wrote a mail')
  expect(JSON.parse(String(out.read()))).toMatchObject({ file: 'a', msg: 'wrote a mail' })
})

test('at a terminal an event is a sentence', () => {
  const out = Object.assign(new PassThrough(), { isTTY: true })
  openLog('info', out).info({ file: 'a b', count: 2 }, 'wrote a mail')
  expect(String(out.read())).toMatch(/\d\d:\d\d:\d\d.*wrote a mail.* file=a b count=2/)
})

test('an error brings its trace', () => {
  const line = { level: 50, time: 0, msg: 'failed', err: { stack: 'Error: no\n  at club.ts:1' } }
  expect(inWords(JSON.stringify(line))).toContain('at club.ts:1')
})
