import { useRef, useState } from 'react'
import { useMember } from '#web/platform/session/session.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { ContentConsentDialog } from './ContentConsentDialog.tsx'
import styles from './consent.module.css'

/** Tells a member who has not consented that nobody else sees what they write, and offers to change that. */
export function UnseenNotice({ hasBio }: { hasBio: boolean }) {
  const { hasContentConsent } = useMember()
  const [isAsking, setAsking] = useState(false)
  const isGiven = useRef(false)
  return (
    <>
      {!hasContentConsent && (
        <Notice
          announced={false}
          title={hasBio ? <Text ns="consent" k="unseen_title" /> : undefined}
        >
          <Text as="p" ns="consent" k={hasBio ? 'unseen_bio' : 'unseen'} />
          <Button
            look="quiet"
            size="s"
            className={styles.act}
            aria-haspopup="dialog"
            onClick={() => setAsking(true)}
          >
            <Text ns="consent" k="give_here" />
          </Button>
        </Notice>
      )}
      <ContentConsentDialog
        isOpen={isAsking}
        agree="give_here"
        onGiven={() => {
          isGiven.current = true
          setAsking(false)
        }}
        onDeclined={() => setAsking(false)}
        // what opened it goes with the notice
        returnTo={() => (isGiven.current ? document.querySelector('main') : null)}
      />
    </>
  )
}
