import type { FleetingNotice } from './fleeting.ts'

/** Takes fleeting notices to every server process of the club, this one too, in the order of each that tells. */
export type Carrier = {
  /** Whether it is on its way; what is not, nobody is told later. Throws where the database is away that carries it. */
  tell(notice: FleetingNotice): Promise<boolean>
  /** What is wrong with it, in words for whoever runs the club; null while nothing is known to be. */
  readonly trouble: string | null
  /** Null where what it carries is counted with all other notices. */
  readonly tally: CarrierTally | null
  stop(): Promise<void>
}

/** `untold`: there was no way; `refused`: it came, and was none of ours. */
export type CarrierTally = Record<'told' | 'untold' | 'heard' | 'refused', number>

export type CarrierEar = {
  hear(notice: FleetingNotice): void
  /** It carries again, or for the first time: something may have been missed. */
  again(): void
}

/** The database carries them: they are heard on the line on which all its notices are. */
export const carryByNotify = (publish: (notice: FleetingNotice) => Promise<void>): Carrier => ({
  async tell(notice) {
    await publish(notice)
    return true
  },
  trouble: null,
  tally: null,
  stop: async () => {},
})
