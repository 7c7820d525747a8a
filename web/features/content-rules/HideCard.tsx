import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { useHiding } from '#web/platform/discretion/useHiding.ts'
import { Text } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { StatusMessage } from '#web/ui/feedback/StatusMessage.tsx'

/** Hides the member from everybody in one tap, and shows them again. */
export function HideCard() {
  const { isHidden } = useMember()
  const { mutate, isPending, isSuccess, error } = useHiding()
  return (
    <Card titleId="hiding" title={<Text ns="pacing" k="hide_title" />}>
      <p>
        {isHidden && (
          <>
            <Badge tone="lamp">
              <Text ns="pacing" k="hidden" />
            </Badge>{' '}
          </>
        )}
        <Text ns="pacing" k={isHidden ? 'hidden_text' : 'hide_text'} />
      </p>
      <Button
        look="quiet"
        className="at-start"
        icon={<Icon name={isHidden ? 'eye' : 'eyeClosed'} />}
        pending={isPending}
        onClick={() => mutate(!isHidden)}
      >
        <Text ns="pacing" k={isHidden ? 'show' : 'hide'} />
      </Button>
      <StatusMessage size="s">
        {isSuccess && <Text ns="pacing" k={isHidden ? 'hidden_done' : 'shown_done'} />}
      </StatusMessage>
      <p role="alert" className="floats-empty danger small">
        {error && <ErrorText failure={error} />}
      </p>
    </Card>
  )
}
