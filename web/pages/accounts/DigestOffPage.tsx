import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { endDigest } from '#contract/notifications/notifications.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { call, type CallError } from '#web/platform/api/call.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import { useFocusHandover } from '#web/ui/behaviour/passFocusOn.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'

/** Behind the link of a digest. A button, because mail scanners follow links. */
export function DigestOffPage() {
  const { hash } = useLocation()
  const [token] = useState(hash.slice(1))
  const ending = useMutation<unknown, CallError>({
    mutationFn: () => call(endDigest, { body: { token } }, { isForAnybody: true }),
  })
  return (
    <Page title={{ ns: 'bell', k: 'off_title' }} width="narrow">
      <div className="stack-4">
        <Text as="h1" ns="bell" k="off_title" />
        {ending.isSuccess ? (
          <Notice tone="success" title={<Text ns="bell" k="off_done" />}>
            <Text as="p" ns="bell" k="off_done_text" />
          </Notice>
        ) : (
          <>
            <Text as="p" ns="bell" k="off_text" />
            <Button
              ref={useFocusHandover}
              pending={ending.isPending}
              onClick={() => ending.mutate()}
            >
              <Text ns="bell" k="off_button" />
            </Button>
            <ErrorNotice failure={ending.error} />
          </>
        )}
      </div>
    </Page>
  )
}
