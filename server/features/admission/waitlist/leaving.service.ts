/** When somebody goes is decided by the privacy feature; who waits is here. */
export { forgetEntries } from './waitlist.queries.ts'
