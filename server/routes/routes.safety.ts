import * as appeals from '#contract/moderation/appeals.ts'
import * as desk from '#contract/moderation/cases.ts'
import * as reports from '#contract/moderation/reports.ts'
import * as signals from '#contract/members/signals.ts'
import * as statements from '#contract/moderation/statements.ts'
import { listSignals, seeSignals } from '#server/features/members/signals/signals.service.ts'
import { decideAppeal, listAppeals } from '#server/features/moderation/appeals/answering.service.ts'
import {
  appealByLink,
  appealReport,
  appealStatement,
} from '#server/features/moderation/appeals/appeals.service.ts'
import { askAge } from '#server/features/moderation/cases/asking.service.ts'
import {
  getCase,
  getEvidencePhoto,
  listCases,
  nameMember,
} from '#server/features/moderation/cases/cases.service.ts'
import { decideCase } from '#server/features/moderation/cases/deciding.service.ts'
import {
  exportDeskFigures,
  getDeskFigures,
} from '#server/features/moderation/cases/figures.service.ts'
import { getFlaggers, saveFlaggers } from '#server/features/moderation/reports/flaggers.service.ts'
import {
  answerHandover,
  getHandoverPackage,
  proposeHandover,
} from '#server/features/moderation/cases/handovers.service.ts'
import { openOwnCase } from '#server/features/moderation/cases/opening.service.ts'
import {
  createReport,
  getReport,
  listReports,
} from '#server/features/moderation/reports/reports.service.ts'
import {
  liftStatement,
  listStatements,
  readStatementByLink,
} from '#server/features/moderation/statements/statements.service.ts'
import { answers } from '#server/platform/http/route.ts'

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
  ...answers(signals, { listSignals, seeSignals }),
  ...answers(statements, { listStatements, readStatementByLink, liftStatement }),
  ...answers(appeals, {
    appealStatement,
    appealReport,
    appealByLink,
    listAppeals,
    decideAppeal,
  }),
]
