import { defineConfig } from '@playwright/test'
import { launching } from './e2e/club/launching.ts'
import { throwAwayInMemory } from './scripts/scratch.js'

throwAwayInMemory()

const isGallery = process.argv.some((argument) => argument.includes('@gallery'))
// those who draw are processes of their own
if (isGallery) process.env['DRAWS_PICTURES'] = 'yes'

/** Journeys through the built app; each worker opens a club of its own (`e2e/club/journey.ts`). */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '.e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // pictures are drawn when asked for and prove nothing
  ...(!isGallery && { grepInvert: /@gallery/ }),
  // for what hangs or never comes, not for what is slow on a busy machine
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    // what is not there is told while somebody still looks
    actionTimeout: 30_000,
    // a sixth of the processor time; whoever looks for a cause asks with `--trace retain-on-failure`
    trace: 'off',
    launchOptions: launching('CHROMIUM'),
  },
})
