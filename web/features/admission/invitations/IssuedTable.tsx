import type { IssuedInvitation } from '#contract/admission/admission.ts'
import { Link } from 'react-router'
import type { Key } from '#web/text/catalogues.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Time } from '#web/text/Time.tsx'
import { Cell, Table } from '#web/ui/Table.tsx'
import styles from '#web/features/admission/desk.module.css'
import { RevokeButton } from './RevokeButton.tsx'
import { StateBadge } from './StateBadge.tsx'

const COLUMNS: Key<'admission'>[] = ['giver', 'for', 'used', 'until', 'state', 'acts']

type Props = {
  lines: readonly IssuedInvitation[]
  onRevoke: (id: string) => Promise<void>
}

/** The name of a member links to those they invited. */
export function IssuedTable({ lines, onRevoke }: Props) {
  const { t } = useText('admission')
  return (
    <Table
      className={`${styles.table} ${styles.given}`}
      aria-labelledby="issued"
      columns={COLUMNS.map((k) => ({ key: k, words: <Text ns="admission" k={k} /> }))}
    >
      {lines.map(({ id, state, email, note, inviter, uses, maxUses, expiresAt }) => (
        <tr key={id}>
          <th scope="row" id={`${id}-from`}>
            {inviter ? (
              <Link
                lang=""
                to={`?branch=${inviter.id}`}
                aria-label={t('branch_named', { name: inviter.username })}
              >
                {inviter.username}
              </Link>
            ) : (
              <Text ns="admission" k="club" />
            )}
            {note && (
              <p className={styles.note} lang="" dir="auto">
                {note}
              </p>
            )}
          </th>
          <Cell id={`${id}-for`} label={<Text ns="admission" k="for" />}>
            {email ? (
              <span lang="">{email}</span>
            ) : (
              <Text as="span" className="soft small" ns="admission" k="anyone" />
            )}
          </Cell>
          <Cell className={styles.count} label={<Text ns="admission" k="used" />}>
            <Text ns="admission" k="used_of" values={{ uses, max: maxUses }} />
          </Cell>
          <Cell label={<Text ns="admission" k="until" />}>
            <Time at={expiresAt} isDay />
          </Cell>
          <Cell label={<Text ns="admission" k="state" />}>
            <StateBadge state={state} />
          </Cell>
          <td className={`row-2 align-center ${styles.acts}`}>
            {state === 'open' && (
              <RevokeButton which={`${id}-from ${id}-for`} onRevoke={() => onRevoke(id)} />
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}
