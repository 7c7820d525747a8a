import { codes } from '#contract/errors.ts'
import type { CallError } from '#web/platform/api/call.ts'
import type { Key } from '#web/text/catalogues.ts'

/** What to say where somebody else was quicker, or the account has gone meanwhile; nothing for other refusals. */
export const explainOvertaken = ({ code }: CallError): Key<'rights'> | null =>
  code === 'already_decided' || code === codes.notFound
    ? 'decided'
    : code === 'own_submission'
      ? 'own'
      : null

/** The failure to show in the form itself, unless it is explained elsewhere. */
export const formFailure = (failure: CallError | null): CallError | null =>
  failure && !explainOvertaken(failure) ? failure : null

/** Whether these words say that an act came too late. */
export const isLate = (words: Key<'rights'>): boolean =>
  words === 'decided' || words === 'own' || words === 'extend_late'
