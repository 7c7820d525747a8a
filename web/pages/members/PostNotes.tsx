import { Suspense } from 'react'
import { needWords } from '#web/text/i18n.ts'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { useQuietPart } from '#web/ui/behaviour/useQuietPart.ts'

/** Only who writes is told of it, so that nobody who reads fetches it. */
const notes = lazyPart(async () => {
  const [{ ComposerNotes }] = await Promise.all([
    import('#web/features/content-rules/ComposerNotes.tsx'),
    needWords(['pacing']),
  ])
  return ComposerNotes
})

/** What is said of a text while it is written, from the first letter on. */
export function PostNotes({ slug, text }: { slug: string; text: string }) {
  const isHere = useQuietPart(notes, text !== '', text)
  return (
    isHere && (
      <Suspense fallback={null}>
        <notes.Part slug={slug} text={text} />
      </Suspense>
    )
  )
}
