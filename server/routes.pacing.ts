import * as pacing from '#contract/pacing.ts'
import { getPace, setHidden } from './features/pacing/pacing.service.ts'
import { addWord, listWords, removeWord } from './features/pacing/words.service.ts'
import { answers } from './platform/route.ts'

/** Every call about how the club keeps its pace, and the function that answers it. */
export const pacingRoutes = [
  ...answers(pacing, { getPace, setHidden, listWords, addWord, removeWord }),
]
