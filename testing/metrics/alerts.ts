import { readFileSync } from 'node:fs'
import { evaluate, readMinutes } from './promql.ts'
import type { Series } from './scraping.ts'

type Alert = {
  name: string
  expression: string
  /** For how long it has to be so before somebody hears of it. */
  minutes: number
  runbook: string
}

export const ALERTS_FILE = 'ops/alerts.yaml'
/** How long a state lasts in which a rule shall fire; longer than any of them waits. */
export const LASTING_MINUTES = 90

const RULE =
  /- alert: (\w+)\n +expr: (.+)\n(?: +for: (\w+)\n)? +labels: \{ severity: (?:page|ticket) \}\n +annotations:\n +summary: .+\n +runbook: (\S+)\n/g

/** The rules as the file has them, each written the same way. */
export function readAlerts(): Alert[] {
  const text = readFileSync(ALERTS_FILE, 'utf8')
  const alerts = [...text.matchAll(RULE)].map(([, name = '', expression = '', lasts, runbook]) => ({
    name,
    expression,
    minutes: lasts ? readMinutes(lasts) : 0,
    runbook: runbook ?? '',
  }))
  if (alerts.length !== text.split('- alert:').length - 1)
    throw new Error(`${ALERTS_FILE} has a rule that is written in another way`)
  return alerts
}

/** Whether a rule is true for as long as it asks, and then fires. */
export function isFiring({ expression, minutes }: Alert, series: Series[]): boolean {
  let since: number | null = null
  for (let at = 0; at < LASTING_MINUTES; at += 1) {
    if (evaluate(expression, { series, at }).length === 0) since = null
    else since ??= at
    if (since !== null && at - since >= minutes) return true
  }
  return false
}
