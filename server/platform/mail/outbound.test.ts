import { expect, onTestFinished, test } from 'vitest'
import { openLedPort } from '#testing/club/ledPort.ts'
import { openPushService } from '#testing/fixtures/push.ts'
import { until } from '#testing/until.ts'
import { postToHost } from './outbound.ts'

test('a network that swallows what is posted costs its patience and no line, and then all is as before', async () => {
  await using service = await openPushService()
  const target = Number(new URL(service.url).port)
  const way = await openLedPort(target)
  onTestFinished(() => way.close())
  const post = (size: number, patienceMs = 5_000) =>
    postToHost(`http://127.0.0.1:${way.port}/one`, {
      headers: {},
      body: Buffer.alloc(size),
      mayStayHere: true,
      patienceMs,
    })
  expect(await post(10)).toMatchObject({ status: 201 })
  way.swallow()
  for (const size of [10, 8_000_000])
    await expect(post(size, 100)).rejects.toMatchObject({ name: 'AbortError' })
  await until(() => way.countLines() === 0)
  way.lead(target)
  expect(await post(10)).toMatchObject({ status: 201 })
})
