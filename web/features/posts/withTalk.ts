import { withWords } from '#web/text/i18n.ts'

/** Loads a part of the conversation when it is first needed, with the texts that only such parts show. */
export const withTalk = <T>(part: Promise<T>): Promise<T> => withWords(['talk'], part)
