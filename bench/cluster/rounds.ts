import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../../scripts/places.js'
import type { Cluster } from './cluster.ts'
import type { Stage } from './stage.ts'

export type Round = {
  /** The fault, from its beginning until its cause is gone. */
  act(cluster: Cluster, stage: Pick<Stage, 'untilAcknowledged' | 'signIn'>): Promise<void>
  /** What may be answered beside success and 503 with `Retry-After`: by a proxy to which nobody is ready, or on a line that was killed. */
  excused?: readonly string[]
  /** The standby is used up. */
  endsPair?: true
  /** It begins in a cluster of its own, of the release before. */
  fromOlder?: true
  /** So many posts a second at most. */
  most?: number
  /** What was decided before it may be lost as well. */
  loses?: true
}

const STALL_MS = 4_000
const AWAY_MS = Number(process.env['AWAY_SECONDS'] ?? 60) * 1_000
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

/** A page of a build that no process shows any more still gets what it asks for. */
async function readAsset({ url }: Cluster, name: string): Promise<void> {
  const { status } = await fetch(`${url}/assets/${name}`)
  if (status !== 200) throw new Error(`${name} of the other build was answered ${status}`)
}

const fallBehind = (posts: number): Round => ({
  excused: NOBODY_READY,
  endsPair: true,
  loses: true,
  async act({ pair }, stage) {
    pair.cut()
    await stage.untilAcknowledged(posts)
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
    async act({ nats }) {
      await nats.kill()
      await sleep(STALL_MS)
      await nats.start()
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
    fromOlder: true,
    endsPair: true,
    // the release before takes some 140 on two processors, all browsers and the proxy among them
    most: 100,
    async act(cluster) {
      const { root, olderAsset, ownAsset } = cluster.older!
      await cluster.migrate()
      await cluster.release(ROOT)
      await readAsset(cluster, olderAsset)
      // the way back
      await cluster.release(root)
      await readAsset(cluster, ownAsset)
    },
  },
  'stall-database': {
    excused: NOBODY_READY,
    act: ({ pair }) => stall(pair.primaryPid()),
  },
  'stall-nats': {
    async act({ nats }) {
      const pid = nats.pid()
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
    async act({ pair }, stage) {
      await pair.keepInStep()
      await stage.untilAcknowledged(50)
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
    async act({ pair }, stage) {
      pair.cut()
      await stage.untilAcknowledged(200)
      await pair.goBack()
    },
  },
  restore: {
    // nobody has a session until they sign in again
    excused: [...NOBODY_READY, '401'],
    endsPair: true,
    loses: true,
    // outboxes keep fifty posts each, and a restore takes a while
    most: 10,
    async act(cluster, stage) {
      const backup = await cluster.backUp()
      await stage.untilAcknowledged(100)
      await cluster.restore(backup)
      await stage.signIn()
    },
  },
}
