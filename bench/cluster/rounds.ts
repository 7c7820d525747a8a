import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'

export type Round = {
  /** The fault, from its beginning until its cause is gone. */
  act(cluster: Cluster, untilAcknowledged: (more: number) => Promise<void>): Promise<void>
  /** What may be answered beside success and 503 with `Retry-After`: by a proxy to which nobody is ready, or on a line that was killed. */
  excused?: readonly string[]
  /** The standby is used up. */
  endsPair?: true
  /** What was decided before it may be lost as well. */
  loses?: true
}

const STALL_MS = 4_000
const AWAY_MS = Number(process.env['AWAY_SECONDS'] ?? 20) * 1_000
const NOBODY_READY = ['502']
const KILLED = ['502', 'broken']

async function stall(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  try {
    await sleep(STALL_MS)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

const fallBehind = (posts: number): Round => ({
  excused: NOBODY_READY,
  endsPair: true,
  loses: true,
  async act({ pair }, untilAcknowledged) {
    pair.cut()
    await untilAcknowledged(posts)
    pair.killPrimary()
    await pair.promote()
  },
})

export const rounds: Record<string, Round> = {
  'kill-web': {
    excused: KILLED,
    async act(cluster) {
      for (const web of cluster.listWebs()) await cluster.replaceKilledWeb(web)
    },
  },
  'kill-worker': { act: (cluster) => cluster.replaceKilledWorker() },
  'kill-database': {
    excused: NOBODY_READY,
    async act({ pair }) {
      pair.killPrimary()
      await pair.startPrimary()
    },
  },
  'kill-nats': {
    async act({ carrier }) {
      await carrier.kill()
      await sleep(STALL_MS)
      await carrier.start()
    },
  },
  'kill-proxy': {
    excused: KILLED,
    async act(cluster) {
      await cluster.replaceProxy()
      await cluster.untilReady()
    },
  },
  release: {
    async act(cluster) {
      for (const web of cluster.listWebs()) await cluster.replaceWeb(web)
    },
  },
  'stall-database': {
    excused: NOBODY_READY,
    act: ({ pair }) => stall(pair.primaryPid()),
  },
  'stall-nats': {
    async act({ carrier }) {
      const pid = carrier.pid()
      if (pid === null) console.log('stall-nats: nats-server is not installed, so nothing stalls.')
      else await stall(pid)
    },
  },
  'objects-away': {
    async act({ store }) {
      store.leave()
      await sleep(AWAY_MS)
      store.comeBack()
    },
  },
  'promote-in-step': {
    excused: NOBODY_READY,
    endsPair: true,
    async act({ pair }, untilAcknowledged) {
      await pair.keepInStep()
      await untilAcknowledged(50)
      pair.killPrimary()
      await pair.promote()
    },
  },
  'promote-50-behind': fallBehind(50),
  'promote-500-behind': fallBehind(500),
  'go-back': {
    excused: NOBODY_READY,
    endsPair: true,
    loses: true,
    async act({ pair }, untilAcknowledged) {
      pair.cut()
      await untilAcknowledged(200)
      await pair.goBack()
    },
  },
}
