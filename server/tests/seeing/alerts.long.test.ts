// Needs promtool, which comes with Prometheus (Debian: apt install prometheus).
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ALERTS_FILE, LASTING_MINUTES } from '#testing/metrics/alerts.ts'
import { seriesKey, type Series } from '#testing/metrics/scraping.ts'
import { bringState, statesOfAlerts } from '#testing/metrics/states.ts'

const promtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}

const written = (series: Series[]) =>
  series.map((one) => ({
    series: seriesKey(one),
    // Number.toString() writes what is tiny in a way promtool does not read
    values: one.points
      .map((value) => (value === null ? '_' : String(Number(value.toFixed(6)))))
      .join(' '),
  }))

/** Whether Prometheus has an alert fire at some time while a state lasts. */
async function fires(name: string, series: Series[]): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'club-alerts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'test.yaml')
  const ever = `count(max_over_time(ALERTS{alertname="${name}",alertstate="firing"}[${LASTING_MINUTES}m])) > bool 0`
  const check = {
    rule_files: [resolve(ALERTS_FILE)],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: written(series),
        promql_expr_test: [
          {
            expr: ever,
            eval_time: `${LASTING_MINUTES - 1}m`,
            exp_samples: [{ labels: '{}', value: 1 }],
          },
        ],
      },
    ],
  }
  // JSON is YAML as well
  await writeFile(file, JSON.stringify(check))
  const { status, output } = promtool('test', 'rules', file)
  if (status !== 0 && !output.includes('got:')) throw new Error(output)
  return status === 0
}

test('Prometheus reads the rules', () => {
  expect(promtool('check', 'rules', ALERTS_FILE)).toMatchObject({ status: 0 })
})

test.each(statesOfAlerts())(
  'Prometheus itself has %s fire in its state, and not before',
  async (name) => {
    const { calm, troubled } = await bringState(name)
    expect(await fires(name, troubled)).toBe(true)
    expect(await fires(name, calm)).toBe(false)
  },
)
