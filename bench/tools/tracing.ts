/** What Chromium writes about itself, as far as it is read here. */
export type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds. */
  ts: number
  dur?: number
  /** Of that, what the thread itself was at work. */
  tdur?: number
  args?: { name?: string; data?: { url?: string; processId?: number } }
}

/** Each task on the main thread of the page at a url: how long it took, and of that worked, in ms. */
export function listTasks(
  events: readonly TraceEvent[],
  url: string,
): { tookMs: number; workedMs: number }[] {
  const committed = events.find(
    ({ name, args }) => name === 'FrameCommittedInBrowser' && args?.data?.url === url,
  )
  const process = committed?.args?.data?.processId
  const main = events.find(
    ({ name, pid, args }) =>
      name === 'thread_name' && pid === process && args?.name === 'CrRendererMain',
  )
  if (!committed || !main) throw new Error(`the trace knows nothing of ${url}`)
  return events
    .filter(
      ({ name, ph, pid, tid, ts }) =>
        name === 'RunTask' &&
        ph === 'X' &&
        pid === main.pid &&
        tid === main.tid &&
        ts >= committed.ts,
    )
    .map(({ dur = 0, tdur = dur }) => ({ tookMs: dur / 1000, workedMs: tdur / 1000 }))
}
