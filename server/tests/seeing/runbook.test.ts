import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { openClub } from '#testing/club/club.ts'
import { readAlerts } from '#testing/metrics/alerts.ts'
import { scrape } from '#testing/metrics/scraping.ts'

const MOST_LINES = 30
/** What is ours, and what every client of Prometheus calls so; `up` is what Prometheus adds. */
const METRIC = /\b(?:club|process|nodejs)_[a-z_]+\b/g

const alerts = readAlerts()
const dashboard = readFileSync('ops/dashboard.json', 'utf8')
const operations = readFileSync('docs/operations.md', 'utf8')

let exported: Set<string>
beforeAll(async () => {
  await using club = await openClub()
  const { types } = await scrape(club)
  exported = new Set(
    [...types].flatMap(([name, type]) =>
      type === 'histogram' ? ['', '_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    ),
  )
})

const listUnknown = (text: string) =>
  [...text.matchAll(METRIC)].map(([name]) => name).filter((name) => !exported.has(name))

test('every metric that a rule or the dashboard asks for is there', () => {
  expect(exported.size).toBeGreaterThan(30)
  for (const { name, expression } of alerts) expect(listUnknown(expression), name).toEqual([])
  const { panels } = JSON.parse(dashboard) as { panels: { targets: { expr: string }[] }[] }
  const asked = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  expect(asked.length).toBeGreaterThan(20)
  expect(asked.flatMap(listUnknown)).toEqual([])
})

test('every metric is in the list of the operations, and that names no other', () => {
  const seeing = operations.split('## Seeing')[1]!.split('\n## ')[0]!
  const listed = new Set([...seeing.matchAll(METRIC)].map(([name]) => name))
  const missing = [...exported].filter(
    (name) => name.startsWith('club_') && !/_(bucket|sum|count)$/.test(name) && !listed.has(name),
  )
  expect(missing).toEqual([])
  expect([...listed].filter((name) => name.startsWith('club_') && !exported.has(name))).toEqual([])
})

test('every alert has a page that says what to do, and every page its alert', () => {
  const pages = globSync('docs/runbook/*.md').map((path) => path.replaceAll('\\', '/'))
  expect(pages.map((path) => basename(path, '.md')).toSorted()).toEqual(
    alerts.map(({ name }) => name).toSorted(),
  )
  for (const { name, runbook } of alerts) {
    expect(runbook).toBe(`docs/runbook/${name}.md`)
    const text = readFileSync(runbook, 'utf8')
    expect(text.split('\n').length, name).toBeLessThanOrEqual(MOST_LINES)
    expect(text).toMatch(
      new RegExp(
        `^# ${name}\\n[^]*\\*\\*Means\\.\\*\\*[^]*\\*\\*Members notice\\.\\*\\*[^]*## Look at[^]*## Do\\n`,
      ),
    )
    expect(listUnknown(text), name).toEqual([])
  }
})
