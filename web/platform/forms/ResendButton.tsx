// The button to have the mail that confirms an address sent again, with a pause between two presses.
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { resendConfirmation } from '#contract/accounts/auth.ts'
import { call, type CallError } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { showToast } from '#web/platform/outbox/toast.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'

/** Seconds between two presses, so that impatience does not use up the three an hour. */
const PAUSE = 30

export function ResendButton({ email }: { email: string }) {
  const [left, wait] = useCountdown()
  const resend = useMutation<unknown, CallError>({
    mutationFn: () => call(resendConfirmation, { body: { email } }),
    onSuccess: () => wait(PAUSE),
    onError: (error) => {
      const isLimit = error.code === 'too_many_attempts'
      if (isLimit) wait(error.body?.retryAfter ?? PAUSE)
      showToast({
        title: isLimit ? 'too_many_attempts' : 'resend_failed',
        description: <ErrorText failure={error} />,
      })
    },
  })

  return (
    <>
      {resend.isSuccess && (
        <Notice tone="success">
          <Text ns="auth" k="resent" />
        </Notice>
      )}
      {resend.isError && (
        <Notice tone="danger" announced={false}>
          <ErrorText failure={resend.error} />
        </Notice>
      )}
      <Button
        look="quiet"
        wide
        className="tabular"
        pending={resend.isPending}
        aria-disabled={left > 0 || undefined}
        onClick={() => left === 0 && resend.mutate()}
      >
        {left > 0 ? (
          <Text ns="auth" k="resend_wait" values={{ time: clockTime(left) }} />
        ) : (
          <Text ns="auth" k="resend" />
        )}
      </Button>
    </>
  )
}

/** Seconds left of a wait, and the way to begin one. */
function useCountdown(): [left: number, begin: (seconds: number) => void] {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((until - now) / 1000))

  const isOver = left === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])

  const begin = (seconds: number) => {
    setNow(Date.now())
    setUntil(Date.now() + seconds * 1000)
  }
  return [left, begin]
}

/** `1:05`, as clocks write it in either language. */
const clockTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
