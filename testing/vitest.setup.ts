import { relative } from 'node:path'
import { beforeEach, expect } from 'vitest'
import { startTest } from './random.ts'

const { testPath = '' } = expect.getState()
const file = relative(process.cwd(), testPath)

startTest(file)

beforeEach(({ task }) => startTest(`${file} › ${task.fullName} ${task.result?.repeatCount ?? 0}`))
