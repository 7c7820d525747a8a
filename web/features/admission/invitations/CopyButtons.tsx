import { useState } from 'react'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from './GivenCode.module.css'

/** Copies an invitation’s code or its address, and says whether it worked: a browser may refuse. */
export function CopyButtons({ code, url }: { code: string; url: string }) {
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
      <p role="status" className={styles.status}>
        {status && <Text ns="invitations" k={status} />}
      </p>
    </>
  )
}
