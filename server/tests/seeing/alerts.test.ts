import { expect, test } from 'vitest'
import { isFiring, readAlerts } from '#testing/metrics/alerts.ts'
import { bringState, statesOfAlerts } from '#testing/metrics/states.ts'

const alerts = readAlerts()

test('there is a state for every alert', () => {
  expect(alerts.map(({ name }) => name).toSorted()).toEqual(statesOfAlerts().toSorted())
})

test.each(statesOfAlerts())(
  '%s fires in the state it is about, and before that nothing does',
  async (name) => {
    const { calm, troubled } = await bringState(name)
    const firing = (series: typeof calm) =>
      alerts.filter((alert) => isFiring(alert, series)).map((alert) => alert.name)
    expect(firing(calm)).toEqual([])
    expect(firing(troubled)).toContain(name)
  },
)
