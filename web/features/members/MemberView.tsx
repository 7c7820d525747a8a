// A member as others see them: name, city, photos, words, and whether they are verified or staff.
import { useState, type ReactNode } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getMember } from '#contract/members/profiles.ts'
import { photoPath } from '#web/platform/api/photoPath.ts'
import { Portrait } from '#web/platform/shell/Portrait.tsx'
import { StaffBadge } from '#web/platform/shell/StaffBadge.tsx'
import { formatMonth } from '#web/text/amounts.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { PhotoViewer } from '#web/features/members/photos/PhotoViewer.tsx'
import styles from './MemberView.module.css'

type Member = AnswerOf<typeof getMember>

type Props = {
  member: Member
  onReportPhoto?: (photoId: string) => void
  /** What one can do about them. */
  acts?: ReactNode
}

export function MemberView({ member, onReportPhoto, acts }: Props) {
  const { username, city, bio, photos } = member
  const tongue = useScreenTongue()
  const { t } = useText('profile')
  const [viewed, setViewed] = useState<number | null>(null)
  const count = photos.length
  const portrait = <Portrait member={member} photoId={photos[0]} size="l" />
  return (
    <div className={styles.place}>
      <article aria-labelledby="member" className={styles.member}>
        <div className={styles.portrait} data-bare={count === 0 || undefined}>
          {count > 0 ? (
            <button
              type="button"
              className={styles.open}
              aria-haspopup="dialog"
              aria-label={t('photo_open', { number: 1, count })}
              onClick={() => setViewed(0)}
            >
              {portrait}
            </button>
          ) : (
            portrait
          )}
        </div>
        <div className={`stack-2 ${styles.words}`}>
          <h1 id="member" className={styles.name} lang="">
            {username}
          </h1>
          <p className="break-anywhere toolbar-1 soft">
            {city && <span lang="">{city}</span>}
            <StaffBadge role={member.role} />
            {member.isVerified && (
              <Badge tone="success">
                <MemberIcon name="verified" size={16} />
                <Text ns="profile" k="verified" />
              </Badge>
            )}
            <Text
              as="span"
              className="small"
              ns="profile"
              k="member_since"
              values={{ month: formatMonth(member.memberSince, tongue) }}
            />
          </p>
          {bio && (
            <p className={`break-anywhere large ${styles.bio}`} lang="" dir="auto">
              {bio}
            </p>
          )}
          {acts}
        </div>
        {count > 1 && (
          <ul
            role="list"
            aria-label={t('member_photos', { username })}
            className={`row-3 ${styles.photos}`}
          >
            {photos.slice(1).map((photoId, index) => (
              <li key={photoId}>
                <button
                  type="button"
                  className={styles.open}
                  aria-haspopup="dialog"
                  aria-label={t('photo_open', { number: index + 2, count })}
                  onClick={() => setViewed(index + 1)}
                >
                  <img
                    src={photoPath(member.id, photoId, '320')}
                    alt=""
                    width={320}
                    height={320}
                    loading="lazy"
                    decoding="async"
                  />
                </button>
              </li>
            ))}
          </ul>
        )}
        <PhotoViewer member={member} viewed={viewed} onView={setViewed} onReport={onReportPhoto} />
      </article>
    </div>
  )
}
