import { renamePasskey } from '#contract/accounts/secondFactor.ts'
import type { Passkey } from '#contract/accounts/security.ts'
import { call } from '#web/platform/api/call.ts'
import { formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { NameForm } from '#web/features/accounts/settings/NameForm.tsx'
import { useSectionDisclosure } from '#web/features/accounts/settings/Section.tsx'
import styles from '#web/features/accounts/settings/security.module.css'
import { useRefresh } from '#web/features/accounts/settings/useSecurity.ts'

type Props = { passkey: Passkey; onRenamed: (name: string) => void; onRemove: () => void }

export function PasskeyLine({ passkey, onRenamed, onRemove }: Props) {
  const { id, name, createdAt, lastUsedAt } = passkey
  const { t } = useText('security')
  const tongue = useScreenTongue()
  const refresh = useRefresh()
  const { opener, isOpen, toggle, close } = useSectionDisclosure()
  const day = formatDay(createdAt, tongue)
  return (
    <li>
      <div className="bar">
        <div className={styles.words}>
          <p className="bold toolbar-1">{name}</p>
          <p className="soft small">
            {lastUsedAt ? (
              <Text
                ns="security"
                k="passkey_used"
                values={{ day, used: formatDay(lastUsedAt, tongue) }}
              />
            ) : (
              <Text ns="security" k="passkey_unused" values={{ day }} />
            )}
          </p>
        </div>
        <div className={styles.acts}>
          <Button
            ref={opener}
            look="quiet"
            size="s"
            aria-label={t('rename_named', { name })}
            aria-expanded={isOpen}
            onClick={toggle}
          >
            <Text ns="security" k="rename" />
          </Button>
          <Button
            look="quiet"
            size="s"
            aria-haspopup="dialog"
            aria-label={t('remove_named', { name })}
            onClick={onRemove}
          >
            <Text ns="security" k="remove" />
          </Button>
        </div>
      </div>
      {isOpen && (
        <NameForm
          name={name}
          words="rename_save"
          onCancel={close}
          send={async (next) => {
            await call(renamePasskey, { params: { passkeyId: id }, body: { name: next } })
            await refresh.security()
            close()
            onRenamed(next)
          }}
        />
      )}
    </li>
  )
}
