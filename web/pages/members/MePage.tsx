// One's own pages where a phone has no rail: profile, settings, hiding, language, theme, exit, log-out.
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore, type ReactNode } from 'react'
import { Link } from 'react-router'
import { getProfile } from '#contract/members/profiles.ts'
import { KeysSwitch } from '#web/pages/frame/KeysList.tsx'
import { paths } from '#web/paths.ts'
import { query } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { leaveNow } from '#web/platform/discretion/discretion.ts'
import { useHiding } from '#web/platform/discretion/useHiding.ts'
import { pickLanguage } from '#web/platform/lists/pickLanguage.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { LogOutButton } from '#web/platform/shell/LogOutButton.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { Portrait } from '#web/platform/shell/Portrait.tsx'
import { chooseTheme, currentTheme, onThemeChanged } from '#web/platform/shell/theme.ts'
import { useLocale } from '#web/text/i18n.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { addToast } from '#web/ui/feedback/toastQueue.ts'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import styles from './MePage.module.css'

/** What is one's own, in rows: where a phone has no rail to hold it. */
export function MePage() {
  const { userId, username, isModerator } = useMember()
  const { data } = useQuery(query(getProfile, {}))
  return (
    <Page title={{ ns: 'navigation', k: 'me_title' }}>
      <Text as="h1" ns="navigation" k="me_title" />
      <div className={`panel ${styles.rows}`}>
        <ul role="list">
          <li>
            <Link to={paths.profile} className={`${styles.row} ${styles.own}`}>
              <Portrait member={{ id: userId, username }} photoId={data?.photos[0]} />
              <span>
                <strong lang="">{username}</strong>
                <Text as="small" ns="navigation" k="me_see" />
              </span>
              <MemberIcon name="forward" size={18} />
            </Link>
          </li>
          <Way to={paths.search} icon={<MemberIcon name="search" />}>
            <Text ns="navigation" k="me_search" />
          </Way>
          <Way to={paths.invitations} icon={<MemberIcon name="people" />}>
            <Text ns="navigation" k="me_invitations" />
          </Way>
          <Way to={paths.settings} icon={<MemberIcon name="settings" />}>
            <Text ns="shell" k="nav_settings" />
          </Way>
          {isModerator && (
            <Way to={paths.adminStart} icon={<MemberIcon name="desk" />}>
              <Text ns="shell" k="nav_desk" />
            </Way>
          )}
        </ul>
        <Hiding />
        <Looks />
        <div className={styles.keys}>
          <KeysSwitch />
        </div>
        <button type="button" className={styles.row} onClick={leaveNow}>
          <MemberIcon name="leave" />
          <span>
            <Text ns="navigation" k="me_exit" />
            <Text as="small" ns="navigation" k="me_exit_text" />
          </span>
        </button>
        <LogOutButton
          look="plain"
          className={`${styles.row} ${styles.out}`}
          icon={<MemberIcon name="door" />}
        />
      </div>
    </Page>
  )
}

type WayProps = { to: string; icon: ReactNode; children: ReactNode }

const Way = ({ to, icon, children }: WayProps) => (
  <li>
    <Link to={to} className={styles.row}>
      {icon}
      <span>{children}</span>
      <MemberIcon name="forward" size={18} />
    </Link>
  </li>
)

/** At once: what it does can be undone here, and from the notice that stands on every screen from then on. */
function Hiding() {
  const { isHidden } = useMember()
  const { mutate, isPending, error } = useHiding()
  const change = (wish: boolean) =>
    mutate(wish, {
      onSuccess: () =>
        addToast({
          title: <Text ns="pacing" k={wish ? 'hidden_done' : 'shown_done'} />,
          tone: 'success',
        }),
    })
  return (
    <div className={styles.hiding}>
      <Checkbox
        checked={isHidden}
        aria-disabled={isPending || undefined}
        label={<Text ns="navigation" k="me_hidden" />}
        hint={<Text ns="navigation" k="me_hidden_text" />}
        onChange={({ target }) => isPending || change(target.checked)}
      />
      <ErrorNotice failure={error} />
    </div>
  )
}

function Looks() {
  const { t } = useText('navigation')
  const locale = useLocale()
  const theme = useSyncExternalStore(onThemeChanged, currentTheme)
  return (
    <>
      <div className={styles.row} role="group" aria-label={t('me_language')}>
        <span aria-hidden="true">{t('me_language')}</span>
        <Choice isOn={locale === 'de'} onChoose={() => void pickLanguage('de')} lang="de">
          Deutsch
        </Choice>
        <Choice isOn={locale === 'en'} onChoose={() => void pickLanguage('en')} lang="en">
          English
        </Choice>
      </div>
      <div className={styles.row} role="group" aria-label={t('me_theme')}>
        <span aria-hidden="true">{t('me_theme')}</span>
        <Choice isOn={theme === 'light'} onChoose={() => chooseTheme('light')}>
          <Icon name="sun" size={18} />
          <Text ns="navigation" k="me_light" />
        </Choice>
        <Choice isOn={theme === 'dark'} onChoose={() => chooseTheme('dark')}>
          <Icon name="moon" size={18} />
          <Text ns="navigation" k="me_dark" />
        </Choice>
      </div>
    </>
  )
}

type ChoiceProps = { isOn: boolean; onChoose: () => void; lang?: string; children: ReactNode }

const Choice = ({ isOn, onChoose, lang, children }: ChoiceProps) => (
  <button
    type="button"
    aria-pressed={isOn}
    lang={lang}
    className={`ink-on-hover soft small ${styles.choice}`}
    onClick={onChoose}
  >
    {children}
  </button>
)
