import type { AnswerOf } from '#contract/endpoint.ts'
import { confirmTotp, type startTotp } from '#contract/accounts/secondFactor.ts'
import { call } from '#web/platform/api/call.ts'
import { CodeForm } from '#web/platform/reauthentication/CodeForm.tsx'
import { useAttempt } from '#web/platform/reauthentication/useAttempt.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { QrModules } from '#web/platform/shell/QrModules.tsx'
import styles from '#web/features/accounts/settings/security.module.css'

type Props = {
  secret: AnswerOf<typeof startTotp>
  onCancel: () => void
  onOn: (codes: string[] | null) => void
}

/** The secret to scan, open or type, and the code that shows it has arrived. */
export function AppSetUp({ secret, onCancel, onOn }: Props) {
  const { t } = useText('security')
  const { attempt, proof } = useAttempt()
  return (
    <div className={styles.form}>
      <Text as="p" ns="security" k="app_scan" />
      <QrModules modules={secret.qr} label={t('app_image')} className={styles.image} />
      <dl className={styles.secret}>
        <Text as="dt" className="soft small" ns="security" k="app_secret" />
        <dd>
          <code>{secret.secret.match(/.{1,4}/g)?.join(' ')}</code>
        </dd>
      </dl>
      <p>
        <a href={secret.uri} className="tall-link">
          <Text ns="security" k="app_open" />
        </a>
      </p>
      <Text as="p" ns="security" k="app_confirm" />
      <CodeForm
        kind="app"
        isMain
        takesFocus
        send={async (code) => {
          await attempt(async () =>
            onOn((await call(confirmTotp, { body: { code } })).recoveryCodes),
          )
        }}
      />
      <Button look="quiet" onClick={onCancel}>
        <Text ns="security" k="cancel" />
      </Button>
      {proof}
    </div>
  )
}
