// Log-ins and refused attempts, so that a member notices one that was not theirs.
import type { LogIn } from '#contract/accounts/security.ts'
import { limits } from '#contract/limits.ts'
import { retention } from '#contract/privacy/retention.ts'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { DisclosureButton, Section, useSectionDisclosure } from './Section.tsx'
import styles from './security.module.css'
import { useDeviceName } from './SessionLine.tsx'
import { useLogIns } from './useSecurity.ts'

const KEPT = { days: retention.logIns.amount, most: limits.logInsKept }
/** So many are shown at first. */
const FEW = 5

export function LogInsSection() {
  const { t } = useText('security')
  const result = useLogIns()
  const disclosure = useSectionDisclosure()
  return (
    <Section title="log_ins">
      <Text as="p" className="soft small" ns="security" k="log_ins_text" values={KEPT} />
      <QueryView
        query={result}
        isPart
        failed={<Text ns="security" k="sessions_failed" />}
        waiting={<LoadingSkeleton label={t('loading')} lines={3} />}
      >
        {({ logIns }) => (
          <>
            {logIns.length === 0 ? (
              <Text as="p" ns="security" k="log_ins_none" />
            ) : (
              <ul role="list" className={`ruled-list ${styles.lines}`}>
                {(disclosure.isOpen ? logIns : logIns.slice(0, FEW)).map((logIn) => (
                  <LogInLine key={logIn.id} logIn={logIn} />
                ))}
              </ul>
            )}
            {logIns.length > FEW && (
              <DisclosureButton words="log_ins_earlier" disclosure={disclosure} />
            )}
          </>
        )}
      </QueryView>
    </Section>
  )
}

function LogInLine({ logIn }: { logIn: LogIn }) {
  const { how, isRefused, at } = logIn
  const tongue = useScreenTongue()
  const name = useDeviceName()(logIn)
  return (
    <li>
      <div className={styles.words}>
        <p className="bold toolbar-1">
          {name}
          {isRefused && (
            <Badge tone="danger">
              <Text ns="security" k="log_in_refused" />
            </Badge>
          )}
        </p>
        <p className="soft small">
          <Text ns="security" k={`how_${how}`} values={{ when: formatMoment(at, tongue) }} />
        </p>
      </div>
    </li>
  )
}
