import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** As `AuditAction` lists them. */
const actions = [
  ...readFileSync('server/platform/limits/audit.ts', 'utf8').matchAll(/^ {2}\| '([a-z_]+)'$/gm),
].map(([, action = '']) => action)

test.each(['de', 'en'])('every act in the log has words of its own in %s', (locale) => {
  const words = JSON.parse(readFileSync(`web/text/${locale}/audit.json`, 'utf8')) as Record<
    string,
    string
  >
  expect(actions.length).toBeGreaterThan(50)
  expect(Object.keys(words).toSorted()).toEqual(actions.toSorted())
  expect(new Set(Object.values(words)).size).toBe(actions.length)
  // where it matters nobody proves themselves by a password: staff on https use a second factor
  const { password_changed: _, ...others } = words
  for (const said of Object.values(others)) expect(said).not.toMatch(/passwor[dt]/i)
})
