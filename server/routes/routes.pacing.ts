import * as pacing from '#contract/content-rules/contentRules.ts'
import { getPace, setHidden } from '#server/features/content-rules/contentRules.service.ts'
import { addWord, listWords, removeWord } from '#server/features/content-rules/words.service.ts'
import { answers } from '#server/platform/http/route.ts'

/** Every call about how the club keeps its pace, and the function that answers it. */
export const pacingRoutes = [
  ...answers(pacing, { getPace, setHidden, listWords, addWord, removeWord }),
]
