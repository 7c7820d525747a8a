import { expect, test } from 'vitest'
import { allLooks, pickTurn, planLooks, ROUND, TURNS, type Look } from './looks.ts'
import { openStream } from './random.ts'

const SCREENS = 40
/** Whatever a run draws, its round begins at one of these. */
const plans = Array.from({ length: ROUND }, (_, start) => planLooks(SCREENS, () => start))
const named = (looks: readonly Look[]) =>
  [
    ...new Set(looks.map(({ language, theme, width }) => `${language} ${theme} ${width}`)),
  ].toSorted()

test('any twelve screens in a row meet every language in every theme at either width', () => {
  for (const plan of plans) {
    expect(plan).toHaveLength(SCREENS)
    for (let from = 0; from + ROUND <= SCREENS; from += 1)
      expect(named(plan.slice(from, from + ROUND))).toEqual(named(allLooks))
  }
})

test('from run to run a screen gets each of the twelve looks', () => {
  for (let screen = 0; screen < SCREENS; screen += 1)
    expect(named(plans.map((plan) => plan[screen]!))).toEqual(named(allLooks))
})

test('the same seed gives the same looks', () => {
  const plan = () => planLooks(SCREENS, openStream('the same run'))
  expect(plan()).toEqual(plan())
})

test('every kind is in every run, and whatever else there is in one run of eight', () => {
  const all = Array.from({ length: 50 }, (_, index) => ({ index, kind: `kind ${index % 7}` }))
  const picks = Array.from({ length: TURNS }, (_, turn) =>
    pickTurn(
      all,
      ({ kind }) => kind,
      () => turn,
    ),
  )
  for (const pick of picks) expect(pick.slice(0, 7)).toEqual(all.slice(0, 7))
  const others = picks.flatMap((pick) => pick.slice(7)).map(({ index }) => index)
  expect(others.toSorted((a, b) => a - b)).toEqual(all.slice(7).map(({ index }) => index))
})
