// fast-check, drawing from the seed of the run: tests import it from here and never directly.
import fc from 'fast-check'
import { integer, onTestStart } from './random.ts'

onTestStart(() => fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: integer(2 ** 31) }))

/** The long proof tries a property so many times as often as the everyday one, unless it says how many. */
const MORE = 5

/** How often a property is tried that takes its time: `often` in the long proof, a fifth of it otherwise. */
export const tries = (often: number, more = MORE): number =>
  process.env['TEST_KIND'] === 'long' ? often : Math.ceil(often / more)

export default fc
