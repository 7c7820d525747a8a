import type { Config } from '#server/config.ts'

/** Whether an address must be confirmed before log-in: a discreet club could not hide its members otherwise. */
export const needsConfirmation = (
  config: Pick<Config, 'emailConfirmation' | 'discreet'>,
): boolean => config.emailConfirmation === 'required' || config.discreet
