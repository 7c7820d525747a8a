import type { FleetingNotice } from './fleeting.ts'

/** Sends fleeting notices to every server process of the club, the sender included, in the order of each sender. */
export type Transport = {
  /** Whether it was sent; a notice that was not is dropped. Throws when the database that should send it is down. */
  publish(notice: FleetingNotice): Promise<boolean>
  /** What is wrong with it, in words for the operator; null while it works. */
  readonly trouble: string | null
  /** Null where its notices are counted with all others. */
  readonly counts: TransportCounts | null
  stop(): Promise<void>
}

/** `dropped`: there was no connection; `rejected`: a message came that is no notice of ours. */
export type TransportCounts = Record<'sent' | 'dropped' | 'received' | 'rejected', number>

export type TransportListener = {
  onNotice(notice: FleetingNotice): void
  /** It works, for the first time or again: notices may have been missed. */
  onConnect(): void
}

/** Sends them through the database, on the channel of all other notices. */
export const makeDatabaseTransport = (
  publish: (notice: FleetingNotice) => Promise<void>,
): Transport => ({
  async publish(notice) {
    await publish(notice)
    return true
  },
  trouble: null,
  counts: null,
  stop: async () => {},
})
