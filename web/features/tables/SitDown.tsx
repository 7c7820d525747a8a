import { Suspense, useRef, type ComponentProps } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/paths.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { Button } from '#web/ui/Button.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { useSitDown } from './useActs.ts'
import { toastFailure } from '#web/platform/api/failureToast.tsx'

/** Loaded only by members who have as many tables as allowed. */
const full = lazyPart(async () => (await import('./FullDialog.tsx')).FullDialog)

type Props = Pick<ComponentProps<typeof Button>, 'look' | 'size'> & {
  member: { id: string; username: string }
}

/** The way to a table with somebody one waved with: sits down there, and goes to it. */
export function SitDown({ member, look = 'quiet', size = 'm' }: Props) {
  const { t } = useText('tables')
  const navigate = useNavigate()
  const button = useRef<HTMLButtonElement>(null)
  const sitting = useSitDown(member.id)
  const isFull = sitting.error?.code === 'tables_full'
  const sit = (instead?: string) =>
    sitting.mutate(instead, {
      onSuccess: ({ id }) => void navigate(paths.table(id)),
      onError: (failure) => {
        if (failure.code !== 'tables_full')
          toastFailure(<Text ns="tables" k="sit_failed" />, failure)
      },
    })
  return (
    <>
      <Button
        ref={button}
        look={look}
        size={size}
        icon={<MemberIcon name="table" size={18} />}
        aria-label={t('sit_down_with', { username: member.username })}
        pending={sitting.isPending && !isFull}
        onClick={() => sit()}
      >
        <Text ns="tables" k="sit_down" />
      </Button>
      {isFull && (
        <Suspense fallback={null}>
          <full.Part
            member={member}
            isPending={sitting.isPending}
            onChoose={sit}
            onClose={() => sitting.reset()}
            returnTo={() => button.current}
          />
        </Suspense>
      )}
    </>
  )
}
