import * as appeals from '#contract/appeals.ts'
import * as desk from '#contract/desk.ts'
import * as reports from '#contract/reports.ts'
import * as statements from '#contract/statements.ts'
import { decideAppeal, listAppeals } from './features/appeals/answering.service.ts'
import { appealByLink, appealReport, appealStatement } from './features/appeals/appeals.service.ts'
import { askAge } from './features/reports/asking.service.ts'
import {
  getCase,
  getEvidencePhoto,
  listCases,
  nameMember,
} from './features/reports/cases.service.ts'
import { decideCase } from './features/reports/deciding.service.ts'
import { exportDeskFigures, getDeskFigures } from './features/reports/figures.service.ts'
import { getFlaggers, saveFlaggers } from './features/reports/flaggers.service.ts'
import {
  answerHandover,
  getHandoverPackage,
  proposeHandover,
} from './features/reports/handovers.service.ts'
import { openOwnCase } from './features/reports/opening.service.ts'
import { createReport, getReport, listReports } from './features/reports/reports.service.ts'
import {
  liftStatement,
  listStatements,
  readStatementByLink,
} from './features/statements/statements.service.ts'
import { answers } from './platform/route.ts'

/** Every call about what is reported, decided and objected to, and the function that answers it. */
export const safetyRoutes = [
  ...answers(reports, { createReport, listReports, getReport }),
  ...answers(desk, {
    listCases,
    openOwnCase,
    getCase,
    getEvidencePhoto,
    nameMember,
    decideCase,
    askAge,
    proposeHandover,
    answerHandover,
    getHandoverPackage,
    getDeskFigures,
    exportDeskFigures,
    getFlaggers,
    saveFlaggers,
  }),
  ...answers(statements, { listStatements, readStatementByLink, liftStatement }),
  ...answers(appeals, {
    appealStatement,
    appealReport,
    appealByLink,
    listAppeals,
    decideAppeal,
  }),
]
