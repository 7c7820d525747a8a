import { useState } from 'react'
import { getEvidencePhoto } from '#contract/moderation/cases.ts'
import { callPath } from '#web/platform/api/call.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import styles from './cases.module.css'

type Props = { id: string; number: number; isDelicate: boolean }

/** Covered, and not even fetched, until somebody asks to see it; it can be covered again. */
export function EvidencePhoto({ id: evidenceId, number, isDelicate }: Props) {
  const { t } = useText('moderation')
  const [isShown, setShown] = useState(false)
  const [isBroken, setBroken] = useState(false)
  return (
    <figure className={styles.photo} data-shown={isShown || undefined}>
      {isShown && !isBroken && (
        <img
          src={callPath(getEvidencePhoto, { evidenceId })}
          alt={t('photo_of', { number })}
          onError={() => setBroken(true)}
        />
      )}
      <figcaption className={`stack-3 small ${styles.cover}`}>
        {isBroken && (
          <p role="alert">
            <Text ns="moderation" k="photo_failed" />
          </p>
        )}
        {!isShown && (
          <Text as="p" ns="moderation" k={isDelicate ? 'covered_delicate' : 'covered'} />
        )}
        <Button
          look="quiet"
          size="s"
          icon={!isBroken && <Icon name={isShown ? 'eyeClosed' : 'eye'} size={18} />}
          aria-pressed={isBroken ? undefined : isShown}
          onClick={isBroken ? () => setBroken(false) : () => setShown(!isShown)}
        >
          {isBroken ? (
            <Text ns="shell" k="try_again" />
          ) : (
            <Text ns="moderation" k={isShown ? 'cover' : 'uncover'} />
          )}
        </Button>
      </figcaption>
    </figure>
  )
}
