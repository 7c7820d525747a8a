import { Suspense, useRef, useState } from 'react'
import type { Post } from '#contract/posts/posts.ts'
import { useText } from '#web/text/Text.tsx'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { withTalk } from './withTalk.ts'
import type { TextRule } from '#web/features/posts/composer/PostComposer.tsx'
import type { FeedClient } from '#web/features/posts/feed/FeedClient.ts'

const dialog = lazyPart(async () => (await withTalk(import('./OwnPostDialog.tsx'))).OwnPostDialog)

type Props = { place: string; rule: TextRule | null | undefined; post: Post; reader: FeedClient }

/** What one can do with one's own post, behind one small button. */
export function OwnMenu({ place, rule, post, reader }: Props) {
  const { t } = useText('posts')
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [opened, setOpened] = useState(0)
  return (
    <>
      <MoreButton
        ref={opener}
        size="s"
        label={t('own_more')}
        isOpen={isOpen}
        onPointerEnter={() => void dialog.preload()}
        onClick={() => {
          setOpen(true)
          setOpened(opened + 1)
        }}
      />
      {opened > 0 && (
        <Suspense fallback={null}>
          <dialog.Part
            key={opened}
            place={place}
            rule={rule}
            post={post}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            onChanged={(changed) => reader.changed(post.number, changed)}
            returnTo={() => opener.current ?? document.querySelector('textarea')}
          />
        </Suspense>
      )}
    </>
  )
}
