import { Suspense, useRef, useState } from 'react'
import type { Post } from '#contract/posts/posts.ts'
import { withWords } from '#web/text/i18n.ts'
import { useText } from '#web/text/Text.tsx'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'

const window = lazyPart(async () => {
  const part = await withWords(['safety'], import('./PostMenuDialog.tsx'))
  return part.PostMenuDialog
})

export type MenuPost = Pick<Post, 'id' | 'author' | 'text'>
export type MenuProps = {
  post: MenuPost
  onReport?: (post: MenuPost) => void
  /** What is said at a table can be copied, reported and answered with a block, and nothing else. */
  isMessage?: boolean
}

/** What one can do about somebody else's post, behind one small button. */
export function PostMenu(props: MenuProps) {
  const { post } = props
  const { t } = useText('posts')
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  return (
    <>
      <MoreButton
        ref={opener}
        size="s"
        label={t('more', { username: post.author.username })}
        isOpen={isOpen}
        onPointerEnter={() => void window.preload()}
        onClick={() => {
          setOpen(true)
          setWasOpen(true)
        }}
      />
      {wasOpen && (
        <Suspense fallback={null}>
          <window.Part {...props} isOpen={isOpen} onOpenChange={setOpen} opener={opener} />
        </Suspense>
      )}
    </>
  )
}
