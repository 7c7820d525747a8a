import { useState } from 'react'
import { Link } from 'react-router'
import type { KnownPerson } from '#contract/posts/people.ts'
import { paths } from '#web/paths.ts'
import { Recent } from '#web/platform/session/Recent.tsx'
import { Portrait } from '#web/platform/shell/Portrait.tsx'
import { Text } from '#web/text/Text.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { WaveBack } from '../waves/WaveBack.tsx'
import lines from '#web/ui/Lines.module.css'
import styles from './people.module.css'

/** A line of the people list: the member, the last contact, and a button to wave back if they waved. */
export function PersonLine({ person }: { person: KnownPerson }) {
  const { id, username, city, portrait, isVerified, isWaveOwed } = person
  const { at } = person.last
  // stays said here, even when the list is loaded again without the wave
  const [hasWaved, setWaved] = useState(false)
  return (
    <article className={`${lines.line} ${lines.row} ${styles.line}`} aria-label={username}>
      <Portrait member={person} photoId={portrait} />
      <div className={lines.words}>
        <p className={styles.who}>
          <Link to={paths.member(id)} className={`stretched-link ${lines.way}`} lang="">
            {username}
          </Link>
          {isVerified && (
            <span className={styles.verified}>
              <MemberIcon name="verified" size={15} />
              <Text as="span" className="visually-hidden" ns="people" k="verified" />
            </span>
          )}
          {city && (
            <span className="break-anywhere soft small" lang="">
              {city}
            </span>
          )}
          <Recent at={at} className={lines.when} />
        </p>
        <Last {...person} />
      </div>
      {(isWaveOwed || hasWaved) && (
        <div className={styles.act}>
          <WaveBack member={person} isAnswer size="s" onWave={() => setWaved(true)} />
        </div>
      )}
    </article>
  )
}

function Last({ last, isMutual }: KnownPerson) {
  const { kind, isOwn, post } = last
  return (
    <p className="break-anywhere soft small clamp-1">
      {kind === 'wave' && isMutual ? (
        <Text ns="people" k="last_mutual" />
      ) : (
        <Text ns="people" k={isOwn ? `last_${kind}_own` : `last_${kind}`} />
      )}{' '}
      {kind !== 'wave' && (
        <span lang="" dir="auto">
          {post.text}
        </span>
      )}
    </p>
  )
}
