// fast-check, drawing from the seed of the run: tests import it from here and never directly.
import fc from 'fast-check'
import { integer, onTestStart } from './random.ts'

onTestStart(() => fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: integer(2 ** 31) }))

export default fc
