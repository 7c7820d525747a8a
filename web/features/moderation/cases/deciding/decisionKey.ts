import { decisionKinds } from '#contract/moderation/caseFile.ts'
import { statementKinds } from '#contract/moderation/statements.ts'

const known = [...decisionKinds, ...statementKinds]

/** The words for a decision or a statement by its kind, if this version knows it. */
export const decisionKey = (kind: string) => known.find((one) => one === kind)
