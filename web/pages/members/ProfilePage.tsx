import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { getProfile } from '#contract/members/profiles.ts'
import { UnseenNotice } from '#web/features/consent/UnseenNotice.tsx'
import { ProfileEditor } from '#web/features/members/ProfileEditor.tsx'
import { VerificationCard } from '#web/features/members/VerificationCard.tsx'
import { paths } from '#web/paths.ts'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { query } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { showToast } from '#web/platform/outbox/toast.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import styles from './ProfilePage.module.css'

export function ProfilePage() {
  const { userId, verificationStatus } = useMember()
  const { t } = useText('profile')
  const profile = useQuery(query(getProfile, {}))
  const { error } = profile
  useEffect(() => {
    if (error) showToast({ title: 'profile_failed', description: <ErrorText failure={error} /> })
  }, [error])

  return (
    <Page
      title={{ ns: 'profile', k: 'title' }}
      back={{ to: paths.rooms, label: <Text ns="profile" k="back" /> }}
    >
      <div className={`stack-2 ${styles.head}`}>
        <Text as="h1" ns="profile" k="title" />
        <Text as="p" className={styles.lead} ns="profile" k="lead" />
        <Link to={paths.member(userId)} className="bold tall-link-2">
          <Text ns="profile" k="see_yourself" />
          <MemberIcon name="forward" size={18} />
        </Link>
      </div>
      <QueryView
        query={profile}
        hasToast
        failed={<Text ns="toast" k="profile_failed" />}
        waiting={
          <LoadingSkeleton label={t('loading')} className={styles.loading}>
            <Skeleton tall lines={2} />
          </LoadingSkeleton>
        }
      >
        {(known) => (
          <>
            <UnseenNotice hasBio={known.bio !== null} />
            <ProfileEditor userId={userId} profile={known} />
            <VerificationCard status={verificationStatus} />
          </>
        )}
      </QueryView>
    </Page>
  )
}
