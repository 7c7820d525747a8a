// The head of a table: with whom one sits there, one's private note of them, its menu, and getting up.
import { Link } from 'react-router'
import type { Table } from '#contract/tables/tables.ts'
import { LiveIndicator } from '#web/features/posts/LiveIndicator.tsx'
import { NoteWords } from '#web/features/members/notes/NoteWords.tsx'
import { LeaveTable } from '#web/features/tables/LeaveTable.tsx'
import { OtherName } from '#web/features/tables/TableList.tsx'
import { TableMenu } from '#web/features/tables/TableMenu.tsx'
import { paths } from '#web/paths.ts'
import { Portrait } from '#web/platform/shell/Portrait.tsx'
import { Text } from '#web/text/Text.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import styles from './TablePage.module.css'
import head from '#web/features/rooms/room/RoomHeader.module.css'

/** Stays in sight, however far one reads: with whom one sits, and the way to get up. */
export function TableHead({ table, onGone }: { table: Table; onGone: () => void }) {
  const { other, state } = table
  return (
    <header className={`line-3 ${head.bar}`}>
      {other && (
        <span className={styles.face}>
          <Portrait member={other} photoId={other.portrait} />
        </span>
      )}
      <h1 className={`line-2 ${styles.name}`}>
        {other ? (
          <Link to={paths.member(other.id)}>
            <OtherName other={other} />
          </Link>
        ) : (
          <OtherName other={other} />
        )}
        {other?.isVerified && (
          <span className={styles.verified}>
            <MemberIcon name="verified" size={15} />
            <Text as="span" className="visually-hidden" ns="tables" k="verified" />
          </span>
        )}
      </h1>
      {other && (
        <NoteWords memberId={other.id}>
          {(words) => (
            <p className={`truncate soft small ${styles.note}`}>
              <Text as="span" className="visually-hidden" ns="tables" k="note" /> {words}
            </p>
          )}
        </NoteWords>
      )}
      <div className={`line-2 ${head.status}`}>
        {state === 'open' && (
          <>
            <LiveIndicator />
            <span className={styles.up}>
              <LeaveTable table={table} k="get_up" onLeft={onGone} />
            </span>
          </>
        )}
        {(state === 'open' || state === 'ended') && (
          <TableMenu
            table={table}
            note={
              other && (
                <NoteWords memberId={other.id}>
                  {(words) => (
                    <p className="break-anywhere">
                      <b>
                        <Text ns="tables" k="note" />
                      </b>{' '}
                      {words}
                    </p>
                  )}
                </NoteWords>
              )
            }
          />
        )}
      </div>
    </header>
  )
}
