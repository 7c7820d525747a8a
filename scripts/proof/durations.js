import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { MODULES } from '../places.js'

const KEPT = join(MODULES, '.cache', 'durations.json')

/** How many seconds each test file took when it was last run as a whole. @returns {Record<string, number>} */
export function readDurations() {
  try {
    return JSON.parse(readFileSync(KEPT, 'utf8'))
  } catch {
    return {}
  }
}

/** @param {Record<string, number>} seconds */
export function keepDurations(seconds) {
  mkdirSync(dirname(KEPT), { recursive: true })
  writeFileSync(KEPT, JSON.stringify({ ...readDurations(), ...seconds }))
}
