import { needWords } from '#web/text/i18n.ts'

/** A part of the talk that is fetched when it is wanted, with the words that only such parts say. */
export const withTalk = async <T>(part: Promise<T>): Promise<T> =>
  (await Promise.all([part, needWords(['talk'])]))[0]
