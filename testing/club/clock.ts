import { now } from '#testing/random.ts'
type Clock = {
  set(to: Date | string): void
  advance(by: { seconds?: number; minutes?: number; hours?: number; days?: number }): void
}

/** A club's clock to turn: without `from` it runs; with it, it stands until it is moved. */
export function openClock(from?: Date | string): { now: () => Date; clock: Clock } {
  let standing = from === undefined ? null : new Date(from)
  let offsetMs = 0
  return {
    now: () => standing ?? new Date(now().getTime() + offsetMs),
    clock: {
      set: (to) => void (standing = new Date(to)),
      advance({ seconds = 0, minutes = 0, hours = 0, days = 0 }) {
        const ms = 1000 * (seconds + 60 * (minutes + 60 * (hours + 24 * days)))
        if (standing) standing = new Date(standing.getTime() + ms)
        else offsetMs += ms
      },
    },
  }
}
