import { Suspense, type ComponentProps } from 'react'
import { withWords } from '#web/text/i18n.ts'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { useQuietPart } from '#web/ui/behaviour/useQuietPart.ts'

/** Loaded when somebody writes, so that readers do not download it. */
const notes = lazyPart(async () => {
  const part = await withWords(['pacing'], import('#web/features/content-rules/ComposerNotes.tsx'))
  return part.ComposerNotes
})

/** Hints about a text while it is written, from the first letter on. */
export function PostNotes(props: ComponentProps<typeof notes.Part>) {
  const isHere = useQuietPart(notes, props.text !== '', props.text)
  return (
    isHere && (
      <Suspense fallback={null}>
        <notes.Part {...props} />
      </Suspense>
    )
  )
}
