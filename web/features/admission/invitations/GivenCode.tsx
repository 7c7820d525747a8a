// A code, the only time it is ever seen: to copy, to scan, or to print and hand over.
import { useRef, useState } from 'react'
import { encode } from 'uqr'
import { useOnMount } from '#web/platform/forms/useOnMount.ts'
import { QrModules } from '#web/platform/shell/QrModules.tsx'
import { useClub } from '#web/text/club.ts'
import { formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from './GivenCode.module.css'

export type GivenInvitation = { code: string; url: string; email: string | null; expiresAt: string }

export function GivenCode({ given, onDone }: { given: GivenInvitation; onDone: () => void }) {
  const { t } = useText('invitations')
  const { name: product } = useClub()
  const tongue = useScreenTongue()
  const title = useRef<HTMLHeadingElement>(null)
  useOnMount(() => title.current?.focus())
  const { code, url, email, expiresAt } = given
  return (
    <section className={`stack-4 ${styles.given}`} aria-labelledby="given">
      <h2 id="given" ref={title} tabIndex={-1}>
        <Text ns="invitations" k="code_title" />
      </h2>
      <Text as="p" ns="invitations" k="code_once" />
      <div className={`panel stack-3 ${styles.card}`}>
        <Text as="p" className="large" ns="invitations" k="code_invited" values={{ product }} />
        <div className={styles.ways}>
          <div className={styles.words}>
            <p className="break-anywhere soft small">
              <Text ns="invitations" k="code_how" values={{ address: url.replace(/#.*/, '') }} />
            </p>
            <p className={`large tabular ${styles.code}`} data-code="">
              {code}
            </p>
            <Text as="p" className="break-anywhere soft small" ns="invitations" k="code_scan" />
          </div>
          <QrModules
            modules={encode(url, { ecc: 'M', border: 0 }).data}
            label={t('code_qr')}
            className={styles.qr}
          />
        </div>
        <p className="break-anywhere soft small">
          <Text ns="invitations" k="code_until" values={{ day: formatDay(expiresAt, tongue) }} />{' '}
          {email && <Text ns="invitations" k="code_bound" values={{ email }} />}
        </p>
      </div>
      <div className="row-3 align-center">
        <CopyButtons code={code} url={url} />
        <Button look="quiet" onClick={() => window.print()}>
          <Text ns="invitations" k="code_print" />
        </Button>
        <Button look="plain" onClick={onDone}>
          <Text ns="invitations" k="code_done" />
        </Button>
      </div>
    </section>
  )
}

/** Copies an invitation’s code or its address, and says whether it worked: a browser may refuse. */
function CopyButtons({ code, url }: { code: string; url: string }) {
  const [status, setStatus] = useState<'code_copied' | 'code_copy_failed' | null>(null)
  const copy = async (words: string) => {
    setStatus(null)
    try {
      await navigator.clipboard.writeText(words)
      setStatus('code_copied')
    } catch {
      setStatus('code_copy_failed')
    }
  }
  return (
    <>
      <Button onClick={() => void copy(code)}>
        <Text ns="invitations" k="code_copy" />
      </Button>
      <Button look="quiet" onClick={() => void copy(url)}>
        <Text ns="invitations" k="code_copy_link" />
      </Button>
      <p role="status" className={`floats-empty small bold ${styles.status}`}>
        {status && <Text ns="invitations" k={status} />}
      </p>
    </>
  )
}
