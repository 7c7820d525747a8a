import { LogOutButton } from '#web/platform/shell/LogOutButton.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'

export function LogOutCard() {
  const { username } = useMember()
  return (
    <Card titleId="log-out" title={<Text ns="settings" k="log_out" />}>
      <p className="small">
        <Text ns="settings" k="log_out_text" values={{ username }} />
      </p>
      <div>
        <LogOutButton size="s" />
      </div>
    </Card>
  )
}
