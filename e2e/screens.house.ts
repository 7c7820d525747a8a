import { expect } from './journey.ts'
import { main, refusing, steps, submit, unanswered } from './screens.acts.ts'
import type { Screen, Stage } from './screens.ts'

const desk = { as: 'admin', mixed: 'de', isLong: true } as const
const START = /\/api\/house\/start$/
const ROOMS = /\/api\/admin\/rooms$/
const invalid = ({ page }: Stage) =>
  expect(main(page).locator('[aria-invalid=true]').first()).toBeVisible()

/** Where staff keep the house. */
export const houseScreens: Screen[] = [
  { ...desk, name: 'start of staff', path: '/admin' },
  {
    ...desk,
    name: 'start of staff, loading',
    path: '/admin',
    isWaiting: true,
    before: unanswered(START),
  },
  {
    ...desk,
    name: 'start of staff, not loaded',
    path: '/admin',
    before: refusing(START, 503, 'unavailable'),
  },
  { ...desk, name: 'rooms of the house', path: '/admin/rooms' },
  {
    ...desk,
    name: 'rooms of the house, a new one with every error',
    path: '/admin/rooms',
    prepare: steps(submit, invalid),
  },
  {
    ...desk,
    name: 'rooms of the house, not loaded',
    path: '/admin/rooms',
    before: refusing(ROOMS, 503, 'unavailable'),
  },
  { ...desk, name: 'members of the house', path: '/admin/members' },
  { ...desk, name: 'questions of the day', path: '/admin/icebreakers' },
  { ...desk, name: 'settings of the house', path: '/admin/settings' },
  { ...desk, name: 'log', path: '/admin/audit' },
  { ...desk, name: 'figures of health', path: '/admin/health' },
]
