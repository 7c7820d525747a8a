/** When somebody goes is decided by the privacy feature; what was said of them is here. */
export { forgetStatements, rewordRemoved } from './statements.queries.ts'
