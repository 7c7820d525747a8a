import { inject } from 'vitest'
import { keepToProcessor, workerNumber } from '#testing/processors.ts'

// where its cluster is kept to one, as well
if (inject('clusters').length > 1) keepToProcessor(workerNumber())
