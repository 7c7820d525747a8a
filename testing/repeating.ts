// `TIMES=50 npm test -- FILE -t NAME` runs each test so often, which shows whether it is red by chance.
import { TestRunner, type RunnerTestCase } from 'vitest'

export default class extends TestRunner {
  override onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    test.repeats = Number(process.env['TIMES']) - 1
    return super.onBeforeRunTask(test)
  }
}
