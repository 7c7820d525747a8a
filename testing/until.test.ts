import { expect, test } from 'vitest'
import { inTime, until } from './until.ts'

test('one looks until there is something to be seen, and gets it', async () => {
  const shown = [null, undefined, false, 0, 'a mail']
  expect(await until(() => shown.shift())).toBe('a mail')
  expect(shown).toEqual([])
  expect(await until(async () => ({ at: 'once' }))).toEqual({ at: 'once' })
})

test('what never comes is named', async () => {
  const mails: string[] = []
  const short = { withinMs: 1, everyMs: 1 }
  await expect(until(() => mails[0], short)).rejects.toThrow('waited in vain: () => mails[0]')
  await expect(until(() => false, { what: 'a mail to Mia', ...short })).rejects.toThrow(
    'waited in vain: a mail to Mia',
  )
  await expect(inTime(new Promise(() => {}), { what: 'an answer', withinMs: 1 })).rejects.toThrow(
    'waited in vain: an answer',
  )
})

test('what goes wrong while one looks is told at once, as it is', async () => {
  const broken = () => {
    throw new Error('no such room')
  }
  await expect(until(broken)).rejects.toThrow('no such room')
  await expect(inTime(Promise.reject(new Error('hung up')), { what: 'an answer' })).rejects.toThrow(
    'hung up',
  )
})

test('what comes in time is answered', async () => {
  expect(await inTime(Promise.resolve('hello'), { what: 'an answer' })).toBe('hello')
})
