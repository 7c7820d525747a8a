import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { getSecurity } from '#contract/accounts/security.ts'
import { paths } from '#web/paths.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { query } from '#web/platform/api/call.ts'
import { ProofDialog } from './ProofDialog.tsx'
import styles from './reauthentication.module.css'

/** What an admin does who has not used a second factor in this session. */
export function FactorDue({ isInSettings = false }: { isInSettings?: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const { data } = useQuery(query(getSecurity, {}))
  const hasFactor = data && (data.passkeys.length > 0 || data.totpSince !== null)
  return (
    <div className={`stack-3 ${styles.due}`}>
      <Text as="p" ns="factors" k="due_text" />
      {hasFactor && (
        <Button onClick={() => setAsking(true)}>
          <Text ns="factors" k="due_confirm" />
        </Button>
      )}
      {data && !hasFactor && !isInSettings && (
        <Button render={<Link to={paths.settingsAccount} />}>
          <Text ns="factors" k="due_set_up" />
        </Button>
      )}
      <ProofDialog isOpen={isAsking} onSettled={() => setAsking(false)} />
    </div>
  )
}
