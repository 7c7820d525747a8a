// The foot of the rail: one's profile, settings, log-out, quick exit, language, theme and the legal links.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { findCurrent, paths } from '#web/paths.ts'
import { useMember } from '#web/platform/session/session.ts'
import { LanguageSwitch } from '#web/platform/shell/bars/LanguageSwitch.tsx'
import { ContractLinks, FooterLinks } from '#web/platform/shell/bars/Footer.tsx'
import { QuickExit } from '#web/platform/shell/bars/QuickExit.tsx'
import { ThemeSwitch } from '#web/platform/shell/bars/ThemeSwitch.tsx'
import { LogOutButton } from '#web/platform/shell/LogOutButton.tsx'
import { Portrait } from '#web/platform/shell/Portrait.tsx'
import { useRailFolded, foldRail } from '#web/platform/shell/railForm.ts'
import { useFits } from '#web/platform/shell/useFits.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import footer from '#web/platform/shell/bars/Footer.module.css'
import styles from './RailFoot.module.css'

/** What is one's own, the way away from here, and what the law wants in sight. */
export function FootOfRail() {
  const { t, langAttribute } = useText('shell')
  const { pathname } = useLocation()
  const { userId, username } = useMember()
  const hasWords = useFits('words')
  // their letter stands there until they were at their profile, which is not asked for only for this
  const known = useQueryClient().getQueryData<{ photos: string[] }>(['/api/profile'])
  const portrait = <Portrait member={{ id: userId, username }} photoId={known?.photos[0]} />
  const isFolded = useRailFolded()
  if (!hasWords)
    return (
      <nav
        aria-label={t('nav_me')}
        lang={langAttribute('nav_me')}
        className={`stack-1 ruled ${styles.foot}`}
        data-icons=""
      >
        {isFolded && <FoldRail isFolded />}
        <Link
          to={paths.me}
          className={styles.me}
          title={t('nav_me')}
          lang={langAttribute('nav_me')}
          aria-current={findCurrent(paths.me, pathname, userId)}
        >
          {portrait}
          <span className="visually-hidden">{t('nav_me')}</span>
        </Link>
        <QuickExit />
      </nav>
    )
  return (
    <footer className={`stack-1 ruled ${styles.foot}`}>
      <div className={styles.own}>
        <Link
          to={paths.profile}
          className={styles.me}
          title={t('nav_profile')}
          aria-current={
            pathname === paths.profile ? 'page' : pathname === paths.member(userId) || undefined
          }
        >
          {portrait}
          <span className={`bold break-anywhere clamp-2 ${styles.name}`} lang="">
            {username}
          </span>
          <span className="visually-hidden">
            (<Text ns="shell" k="nav_profile" />)
          </span>
        </Link>
        <Link
          to={paths.settings}
          className={styles.act}
          title={t('nav_settings')}
          aria-current={findCurrent(paths.settings, pathname, userId)}
        >
          <MemberIcon name="settings" />
          <Text as="span" className="visually-hidden" ns="shell" k="nav_settings" />
        </Link>
        <LogOutButton
          look="plain"
          size="s"
          className={styles.act}
          icon={<MemberIcon name="door" />}
        />
        <QuickExit />
      </div>
      <div className={`soft tiny ${styles.legal}`}>
        <div className={styles.looks}>
          <LanguageSwitch />
          <ThemeSwitch />
          <FoldRail isFolded={false} />
        </div>
        <ContractLinks />
        <p>
          <a href={paths.legal('impressum')} lang={langAttribute('imprint')}>
            {t('imprint')}
          </a>
          <button type="button" popoverTarget="rail-legal" lang={langAttribute('nav_legal_more')}>
            {t('nav_legal_more')}
          </button>
        </p>
        <div
          id="rail-legal"
          popover="auto"
          className={`screen-only ${footer.footer} ${styles.more}`}
        >
          <FooterLinks />
          <Text as="p" ns="shell" k="adults" />
        </div>
      </div>
    </footer>
  )
}

/** The folded and the open rail each have a button; the one that appears takes the focus of the one that was pressed. */
let wasPressed = false

/** Folds the rail to its icons, or unfolds it to its words. */
function FoldRail({ isFolded }: { isFolded: boolean }) {
  const { t, langAttribute } = useText('shell')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (wasPressed) button.current?.focus()
    wasPressed = false
  }, [])
  const k = isFolded ? 'nav_unfold' : 'nav_fold'
  return (
    <button
      ref={button}
      type="button"
      className={styles.fold}
      data-folded={isFolded || undefined}
      aria-label={t(k)}
      title={t(k)}
      lang={langAttribute(k)}
      onClick={() => {
        wasPressed = true
        foldRail(!isFolded)
      }}
    >
      <MemberIcon name="fold" size={18} />
    </button>
  )
}
