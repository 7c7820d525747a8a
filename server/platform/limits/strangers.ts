// Lets in requests without a known session a few at a time, net by net: no crowd keeps members waiting.
import type { App, Asking, Viewer } from '#server/platform/context.ts'
import { OpenByNet, widerRange } from './nets.ts'
import { FairQueue } from '#server/platform/process/fairQueue.ts'
import { busy, Semaphore } from '#server/platform/process/semaphore.ts'

/** Strangers let in between two looks at what members ask: each is at most a few milliseconds of work. */
const PER_TURN = 2
/** Beyond this they wait longer than anybody likes to. */
const MOST_WAITING = 512

type Waiting = { letIn(): void; turnAway(): void }

/**
 * Requests without a session this process has met wait here until those with one have been taken: a
 * few are let in with each turn of the event loop, so that a crowd of strangers keeps no member waiting.
 * Turns go round the nets they come from, so that a flood from a few keeps no other stranger out.
 */
export class StrangerQueue {
  #waiting = new FairQueue<Waiting>(MOST_WAITING)
  #exempt: Pick<Waiting, 'letIn'>[] = []
  #isTurning = false

  /** Queues a request; when the queue is full, the one that has to make room is refused. */
  enqueue(net: string, one: Waiting): void {
    this.#waiting.add(net, one)?.turnAway()
    this.#begin()
  }

  /** Queues a request that is never refused. */
  enqueueExempt(letIn: () => void): void {
    this.#exempt.push({ letIn })
    this.#begin()
  }

  #begin(): void {
    if (!this.#isTurning) setImmediate(this.#turn)
    this.#isTurning = true
  }

  #turn = (): void => {
    for (let place = 0; place < PER_TURN; place += 1) this.#next(place % 2 === 0)?.letIn()
    this.#isTurning = this.#waiting.size + this.#exempt.length > 0
    if (this.#isTurning) setImmediate(this.#turn)
  }

  #next(isForExempt: boolean): Pick<Waiting, 'letIn'> | undefined {
    const others = () => this.#waiting.take()?.item
    return isForExempt ? (this.#exempt.shift() ?? others()) : (others() ?? this.#exempt.shift())
  }
}

/**
 * What strangers ask of one call at a time: so few that a crowd of them does not fill the database and
 * the processors before members, and none keeps those at another call waiting.
 */
const OF_ONE_CALL = { abreast: 2, waiting: 128, rest: 1 }
/** Of those, from one address and from the network around it, so that a flood leaves places to its neighbours. */
const OF_ONE_ADDRESS = { perRange: 80, perNet: 112 }

/**
 * Runs requests of strangers to one call a few at a time, net by net, and those of signed-in members at once.
 * `isUnbounded`: for tests, which race strangers against each other.
 */
export function limitStrangers(
  { isUnbounded }: { isUnbounded: boolean },
  config: Pick<App['config'], 'limitsFactor'>,
) {
  const semaphore = isUnbounded ? null : new Semaphore(OF_ONE_CALL)
  const places = new OpenByNet(OF_ONE_ADDRESS, config)
  return async <T>(
    asking: Pick<Asking, 'address'> & { viewer: Viewer | null },
    work: () => Promise<T>,
  ): Promise<T> => {
    if (asking.viewer || !semaphore) return work()
    if (!places.take(asking)) throw busy()
    try {
      return await semaphore.run(work, widerRange(asking))
    } finally {
      places.giveBack(asking)
    }
  }
}

/** Of those whose cookies nobody here has seen yet: members at their first call, or made up. */
export const createUnmetSemaphore = (): Semaphore => new Semaphore({ abreast: 4, waiting: 4_000 })
