import { caseScreens } from './staff/screens.cases.ts'
import { deskScreens } from './staff/screens.desk.ts'
import { reasonScreens } from './staff/screens.reasons.ts'
import { reportScreens } from './screens.reports.ts'
import type { Screen } from './screens.ts'

/** Reports, statements of reasons, objections, and the desk that decides. */
export const safetyScreens: Screen[] = [
  ...reportScreens,
  ...deskScreens,
  ...caseScreens,
  ...reasonScreens,
]
