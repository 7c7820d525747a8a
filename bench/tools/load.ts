import { Agent, request } from 'node:http'

export type Load = { perSecond: number; p50: number; p99: number; failures: number }

type Shot = { path: string; method?: string; headers?: Record<string, string>; body?: string }

/** Fires as fast as `connections` allow for `seconds`; latencies are in milliseconds. */
export async function closedLoop(
  base: string,
  connections: number,
  seconds: number,
  next: () => Shot,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  let failures = 0
  const until = performance.now() + seconds * 1000
  const started = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        const from = performance.now()
        const status = await shoot(base, agent, next()).catch(() => 0)
        times.push(performance.now() - from)
        if (status !== 200) failures += 1
      }
    }),
  )
  const elapsed = (performance.now() - started) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99), failures }
}

function shoot(base: string, agent: Agent, shot: Shot): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      base + shot.path,
      { agent, method: shot.method ?? 'GET', headers: shot.headers ?? {} },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
        answer.on('error', reject)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(shot.body)
  })
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
