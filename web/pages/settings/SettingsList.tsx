// The pages of the settings by name, each with how it stands; and the search that finds any setting.
import { type ReactNode, useSyncExternalStore } from 'react'
import { Link, useNavigate } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { listSessions } from '#contract/accounts/security.ts'
import { listBlocks } from '#contract/members/blocks.ts'
import { getNotifications } from '#contract/notifications/notifications.ts'
import { useMember } from '#web/platform/session/session.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { query } from '#web/platform/api/call.ts'
import { currentTheme, onThemeChanged } from '#web/platform/shell/theme.ts'
import { CLOSED, parts, type Part, type SettingsPlace } from './settingsPlaces.ts'
import styles from './SettingsPage.module.css'

const ICONS: Record<Part, ReactNode> = {
  account: <Icon name="lock" />,
  notifications: <MemberIcon name="bell" />,
  appearance: <Icon name="sun" />,
  visibility: <Icon name="eye" />,
  records: <Icon name="info" />,
  invitations: <Icon name="person" />,
}

type Props = {
  part: Part | 'contract' | undefined
  field: ReactNode
  sought: string
  found: readonly SettingsPlace[]
}

export function SettingsList({ part, field, sought, found }: Props) {
  const { t } = useText('settings')
  const navigate = useNavigate()
  const isSuspended = !!useMember().suspension
  const open = (one?: Part) => !one || !isSuspended || !CLOSED.includes(one)
  const shown = found.filter((place) => open(place.part))
  return (
    <div className={`stack-3 screen-only ${styles.list}`}>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          if (sought && shown[0]) void navigate(shown[0].to)
        }}
      >
        {field}
        <p role="status" className="visually-hidden">
          {sought && <Text ns="settings" k="found" values={{ count: shown.length }} />}
        </p>
      </form>
      <nav aria-label={t('title')}>
        {sought ? <Found found={shown} /> : <Rows part={part} isOpen={open} />}
      </nav>
    </div>
  )
}

function Rows({ part, isOpen }: { part: Props['part']; isOpen: (part: Part) => boolean }) {
  const states = useStates()
  return (
    <ul role="list" className={`panel ruled-list ${styles.rows}`}>
      {(Object.keys(parts) as Part[]).filter(isOpen).map((one) => (
        <li key={one}>
          <Link
            to={parts[one]}
            className={`line-3 ${styles.row}`}
            aria-current={one === part ? 'page' : undefined}
          >
            {ICONS[one]}
            <span>
              <Text as="span" className={styles.name} ns="settings" k={one} />
              <span className={`soft tiny ${styles.state}`}>{states[one]}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const Found = ({ found }: { found: readonly SettingsPlace[] }) =>
  found.length === 0 ? (
    <Text as="p" className="soft small" ns="settings" k="found_none" />
  ) : (
    <ul role="list" className={`panel ruled-list ${styles.rows}`}>
      {found.map((place) => {
        const { k, to, part, card } = place
        const around = part ?? (card === 'log-out' ? 'log_out' : card)
        return (
          <li key={k}>
            <Link to={to} className={`line-3 ${styles.row}`}>
              <span>
                <Text as="span" className={styles.name} ns="settings" k={k} />
                {around && around !== k && (
                  <Text
                    as="span"
                    className={`soft tiny ${styles.state}`}
                    ns="settings"
                    k={around}
                  />
                )}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )

/** How things stand behind each row, as far as it is known; a row says nothing rather than wait. */
function useStates(): Partial<Record<Part, ReactNode>> {
  const { isHidden, suspension } = useMember()
  const mine = { enabled: !suspension, retry: false }
  const sessions = useQuery({ ...query(listSessions, {}), retry: false }).data?.sessions
  const blocks = useQuery({ ...query(listBlocks, {}), ...mine }).data?.blocks
  const notifications = useQuery({ ...query(getNotifications, {}), ...mine }).data
  const theme = useSyncExternalStore(onThemeChanged, currentTheme)
  const isPushed = notifications?.browsers.some(({ isCurrent }) => isCurrent)
  return {
    account: sessions && (
      <Text ns="settings" k="state_devices" values={{ count: sessions.length }} />
    ),
    notifications: notifications && (
      <Text
        ns="settings"
        k={
          isPushed ? 'state_push' : notifications.settings.hasDigest ? 'state_digest' : 'state_off'
        }
      />
    ),
    appearance: <Text ns="settings" k={`state_${theme}`} />,
    visibility: isHidden ? (
      <Text ns="settings" k="state_hidden" />
    ) : (
      blocks &&
      (blocks.length === 0 ? (
        <Text ns="settings" k="state_unblocked" />
      ) : (
        <Text ns="settings" k="state_blocked" values={{ count: blocks.length }} />
      ))
    ),
    records: <Text ns="settings" k="records_text" />,
    invitations: <Text ns="settings" k="invitations_text" />,
  }
}
