import { Text } from '#web/text/Text.tsx'
import styles from './backOffice.module.css'

/** Whose it is, as long as they are there. */
export const Username = ({ name }: { name: string | null }) =>
  name === null ? (
    <span className={styles.soft}>
      <Text ns="money" k="gone" />
    </span>
  ) : (
    <span lang="">{name}</span>
  )
