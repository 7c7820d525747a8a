// Who waits to be admitted, for an admin to let in, at most a page at a time, or to decline.
import { useState, type ComponentProps } from 'react'
import type { Waiting } from '#contract/admission/admission.ts'
import { limits } from '#contract/limits.ts'
import type { Key } from '#web/text/catalogues.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Time } from '#web/text/Time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Cell, Table } from '#web/ui/Table.tsx'
import { DeclineButton } from '#web/features/admission/invitations/DeclineButton.tsx'
import styles from '#web/features/admission/desk.module.css'

const COLUMNS: Key<'admission'>[] = ['person', 'account', 'since', 'acts']

type Props = {
  lines: readonly Waiting[]
  isPending: boolean
  onAdmit: (ids: string[]) => void
  drafts: ComponentProps<typeof DeclineButton>['drafts']
  onDeclined: (isGone: boolean) => Promise<void>
}

export function QueueTable({ lines, isPending, drafts, onAdmit, onDeclined }: Props) {
  const { t } = useText('admission')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ids = lines.map(({ id }) => id).filter((id) => chosen.has(id))
  const selectable = lines.slice(0, limits.doorLinesPerPage)
  const isFull = ids.length >= limits.doorLinesPerPage
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  return (
    <>
      <div className={`row-3 space-between align-center ${styles.batch}`}>
        <label className={styles.pick}>
          <input
            type="checkbox"
            checked={selectable.every(({ id }) => chosen.has(id))}
            onChange={({ target }) =>
              setChosen(new Set(target.checked ? selectable.map(({ id }) => id) : []))
            }
          />
          <Text ns="admission" k="select_all" />
        </label>
        <p aria-live="polite">
          {ids.length > 0 && <Text ns="admission" k="selected" values={{ count: ids.length }} />}
        </p>
        <Button
          size="s"
          pending={isPending}
          disabled={ids.length === 0}
          onClick={() => onAdmit(ids)}
        >
          <Text ns="admission" k="admit_selected" />
        </Button>
      </div>
      <Table
        className={styles.table}
        aria-labelledby="queue"
        columns={COLUMNS.map((k) => ({ key: k, words: <Text ns="admission" k={k} /> }))}
      >
        {lines.map(({ id, email, username, isVerified, since, wasBanned }) => (
          <tr key={id}>
            <th scope="row">
              <label className={styles.pick}>
                <input
                  type="checkbox"
                  aria-label={t('select', { name: email })}
                  aria-describedby={wasBanned ? `banned-${id}` : undefined}
                  checked={chosen.has(id)}
                  disabled={isFull && !chosen.has(id)}
                  onChange={({ target }) => choose(id, target.checked)}
                />
                <span lang="">{email}</span>
              </label>
              {wasBanned && (
                <p id={`banned-${id}`} className={`danger small ${styles.warned}`}>
                  <Text ns="admission" k="was_banned" />
                </p>
              )}
            </th>
            <Cell label={<Text ns="admission" k="account" />}>
              {username === null ? (
                <Text as="span" className="soft small" ns="admission" k="no_account" />
              ) : (
                <span lang="">{username}</span>
              )}{' '}
              {isVerified && (
                <Badge tone="success">
                  <Text ns="admission" k="verified" />
                </Badge>
              )}
            </Cell>
            <Cell label={<Text ns="admission" k="since" />}>
              <Time at={since} />
            </Cell>
            <td className={`row-2 align-center ${styles.acts}`}>
              <Button
                look="quiet"
                size="s"
                aria-label={t('admit_named', { name: username ?? email })}
                pending={isPending}
                onClick={() => onAdmit([id])}
              >
                <Text ns="admission" k="admit" />
              </Button>
              <DeclineButton
                id={id}
                name={username ?? email}
                drafts={drafts}
                onDeclined={onDeclined}
              />
            </td>
          </tr>
        ))}
      </Table>
    </>
  )
}
