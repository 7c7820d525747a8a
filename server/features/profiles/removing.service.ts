/** Whether something may stay is decided at the desk; what others see of a member is here. */
export { clearWords, takeDownPhoto } from './removing.queries.ts'
