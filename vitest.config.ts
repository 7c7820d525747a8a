import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { throwAwayInMemory } from './scripts/scratch.js'
import { WORKERS } from './testing/processors.ts'

throwAwayInMemory()

// set by the runner: `long` for fuzz, overload and big samples, instead of the everyday tests
const kind = process.env['TEST_KIND'] ?? 'test'
// a property is tried more often in the long proof than every day
const files = kind === 'test' ? ['test'] : ['long.test', 'property.test']
const apart = kind === 'test' ? ['**/*.long.test.{ts,tsx}'] : []

// what was red once is asked many times, as CONTRIBUTING.md says
const runner = process.env['TIMES'] ? { runner: 'testing/repeating.ts' } : {}

/** For what never comes: a busy machine does not bring within a second what was asked of it. */
const PATIENT = { poll: { timeout: 30_000 } }

export default defineConfig({
  test: {
    // the others measure times and need the machine to themselves
    maxWorkers: kind === 'test' ? WORKERS : 1,
    projects: [
      {
        test: {
          ...runner,
          name: 'server',
          // what the modules keep is kept by app; to load them anew costs each of 200 files a second
          isolate: kind !== 'test',
          restoreMocks: true,
          include: files.map(
            (name) => `{bench,contract,server,checks,scripts,testing}/**/*.${name}.ts`,
          ),
          exclude: apart,
          globalSetup: ['testing/club/globalSetup.ts'],
          setupFiles: ['testing/vitest.setup.ts', 'testing/club/server.setup.ts'],
          // for what hangs, not for what is slow on a busy machine
          testTimeout: kind === 'test' ? 60_000 : 600_000,
          hookTimeout: 60_000,
          expect: PATIENT,
        },
      },
      {
        plugins: [react()],
        test: {
          ...runner,
          name: 'web',
          include: files.map((name) => `web/**/*.${name}.{ts,tsx}`),
          exclude: apart,
          environment: 'jsdom',
          isolate: false,
          // a picture is not one of the clock's
          fakeTimers: {
            toFake: [
              'setTimeout',
              'clearTimeout',
              'setInterval',
              'clearInterval',
              'Date',
              'performance',
            ],
          },
          setupFiles: ['testing/vitest.setup.ts', 'web/testing/page.setup.ts'],
          testTimeout: 60_000,
          expect: PATIENT,
        },
      },
    ],
  },
})
