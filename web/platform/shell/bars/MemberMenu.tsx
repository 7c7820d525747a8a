import { Suspense, useRef, useState } from 'react'
import { needWords } from '#web/text/i18n.ts'
import { useText } from '#web/text/useText.ts'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import header from './Header.module.css'
import styles from './MemberMenu.module.css'

const window = lazyPart(async () => {
  const [{ MemberMenuDialog }] = await Promise.all([
    import('./MemberMenuDialog.tsx'),
    needWords(['pacing', 'rooms']),
  ])
  return MemberMenuDialog
})

/** What is one's own, from every screen: out of sight first, for whoever has no time to look for it. */
export function MemberMenu() {
  const { t, langAttribute } = useText('shell')
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState<boolean | null>(null)
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={`${header.theme} ${styles.opener}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen ?? false}
        aria-label={t('menu')}
        title={t('menu')}
        lang={langAttribute('menu')}
        onPointerEnter={() => void window.preload()}
        onClick={() => setOpen(true)}
      >
        <MemberIcon name="menu" />
      </button>
      {isOpen !== null && (
        <Suspense fallback={null}>
          <window.Part isOpen={isOpen} onOpenChange={setOpen} returnTo={() => opener.current} />
        </Suspense>
      )}
    </>
  )
}
