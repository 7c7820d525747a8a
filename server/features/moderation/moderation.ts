/** What other features may use of this one. */
export { forgetAppeals } from './appeals/appeals.queries.ts'
export { keepYears } from './cases/figures.service.ts'
export { listDeskStates } from './cases/staff.queries.ts'
export { isFoundMinor } from './minors/minors.queries.ts'
export { settleAge, suspectMinor } from './minors/minors.service.ts'
export { forgetCases } from './reports/cleanup.service.ts'
export {
  findOrOpenCase,
  isFlaggers,
  receiveNotice,
  trustNotice,
} from './reports/receiving.service.ts'
export { impose, liftOwn } from './statements/imposing.service.ts'
export { requireLeaveToKeepOut } from './statements/keepingOut.service.ts'
export { forgetNamed } from './statements/leaving.service.ts'
export { forgetStatements, rewordRemoved } from './statements/statements.queries.ts'
export { forgetOldStatements } from './statements/statements.service.ts'
