import type { ReactNode } from 'react'
import { useMember } from '#web/platform/session/session.ts'
import { Text } from '#web/text/Text.tsx'
import styles from './verification.module.css'

/** Shown once to a new member: they may enter rooms first and verify later. */
export function Welcome({ children }: { children: ReactNode }) {
  const { username } = useMember()
  return (
    <section className={styles.welcome} aria-labelledby="welcome">
      <div>
        <p id="welcome" className={styles.greeting}>
          <Text ns="verify" k="welcome" values={{ name: username }} />
        </p>
        <Text as="p" ns="verify" k="welcome_rooms" />
      </div>
      {children}
    </section>
  )
}
