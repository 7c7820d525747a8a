import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './desk.module.css'

export function Loading() {
  const { t } = useText('shell')
  return (
    <div role="group" aria-busy="true" aria-label={t('loading')} className={styles.list}>
      <Skeleton tall />
      <Skeleton tall />
    </div>
  )
}

type Props = { list: { hasMore: boolean; isLoadingMore: boolean; showMore: () => void } }

export const More = ({ list }: Props) =>
  list.hasMore && (
    <Button
      look="quiet"
      className={styles.more}
      pending={list.isLoadingMore}
      onClick={list.showMore}
    >
      <Text ns="moderation" k="more" />
    </Button>
  )
