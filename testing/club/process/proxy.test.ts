import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openProxy } from './proxy.ts'

test('the proxy keeps connections for longer than its client is idle', async () => {
  const club = createServer((_, answered) => void answered.end('good evening'))
  club.listen(0, '127.0.0.1')
  await once(club, 'listening')
  await using proxy = await openProxy()
  proxy.add(`http://127.0.0.1:${(club.address() as AddressInfo).port}`)
  await proxy.untilReady(1)
  const answer = await fetch(proxy.url)
  expect(await answer.text()).toBe('good evening')
  expect(answer.headers.get('keep-alive')).toBe('timeout=600')
  club.close()
  club.closeAllConnections()
})
