/** By two clocks: one stands still while a device sleeps, the other can be set. */
export type Moment = { steady: number; wall: number }

export const now = (): Moment => ({ steady: performance.now(), wall: Date.now() })

/** In ms, by the clock that says more. */
export const elapsedMs = ({ steady, wall }: Moment): number =>
  Math.max(performance.now() - steady, Date.now() - wall)

export const clockDrift = ({ steady, wall }: Moment): number => wall - steady
