import { useEffect, useState, type RefObject } from 'react'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from '#web/features/accounts/settings/security.module.css'

type Props = {
  codes: string[]
  email: string
  heading: RefObject<HTMLParagraphElement | null>
  onKept: () => void
}

/** Recovery codes, shown this once, with every way to keep them. Printing the page prints them and nothing else. */
export function Codes({ codes, email, heading, onKept }: Props) {
  const { t } = useText('security')
  const [status, setStatus] = useState<'codes_copied' | 'codes_copy_failed' | null>(null)
  useEffect(() => heading.current?.focus(), [heading])

  const copy = async () => {
    setStatus(null)
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setStatus('codes_copied')
    } catch {
      setStatus('codes_copy_failed')
    }
  }
  const download = () => {
    const text = [t('codes_heading', { email }), '', ...codes, ''].join('\r\n')
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
    link.download = t('codes_file')
    link.click()
    // the browser has taken it by then
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  }

  return (
    <div className={styles.form} data-sheet="">
      <div>
        <p ref={heading} tabIndex={-1} className="bold toolbar-1">
          <Text ns="security" k="codes_given" />
        </p>
        <Text as="p" ns="security" k="codes_given_text" />
      </div>
      <Text as="p" className={styles.printed} ns="security" k="codes_heading" values={{ email }} />
      <ul role="list" className={styles.codes} translate="no">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.acts}>
        <Button look="quiet" onClick={() => void copy()}>
          <Text ns="security" k="codes_copy" />
        </Button>
        <Button look="quiet" onClick={download}>
          <Text ns="security" k="codes_download" />
        </Button>
        <Button look="quiet" onClick={() => window.print()}>
          <Text ns="security" k="codes_print" />
        </Button>
        <Button onClick={onKept}>
          <Text ns="security" k="codes_done" />
        </Button>
      </div>
      <p
        role="status"
        className={`floats-empty small bold ${styles.status}`}
        data-status={status ?? undefined}
      >
        {status && <Text ns="security" k={status} />}
      </p>
    </div>
  )
}
