// Admins look for a member by name or address, and answer the role changes that wait for a second admin.
import { Link, useSearchParams } from 'react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, type ReactElement } from 'react'
import { limits } from '#contract/limits.ts'
import { findMembers, listRoleChanges } from '#contract/admin/members.ts'
import { paths } from '#web/paths.ts'
import { call, callPath, query } from '#web/platform/api/call.ts'
import { PagedList } from '#web/platform/lists/PagedList.tsx'
import { SearchBar } from '#web/platform/lists/SearchBar.tsx'
import { StaffBadge } from '#web/platform/shell/StaffBadge.tsx'
import { usePages } from '#web/platform/lists/usePages.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Time } from '#web/text/Time.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { Cell, Table } from '#web/ui/Table.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import type { PassFocus } from '#web/ui/behaviour/regainFocus.ts'
import { StatusMessage, useStatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import { MemberFile } from './MemberFile.tsx'
import { StandingBadge } from './StandingBadge.tsx'
import styles from './admin.module.css'
import house from './house.module.css'
import { RoleChangeLine } from './RoleChangeLine.tsx'

/** Role changes that wait and the list of members; or the one member named in the address. */
export function MembersDesk() {
  const [search, setSearch] = useSearchParams()
  const member = search.get('member')
  if (member) return <MemberFile key={member} memberId={member} />
  return (
    <Members
      wanted={search.get('search') ?? ''}
      onSearch={(words) => setSearch(words ? { search: words } : {}, { replace: true })}
    />
  )
}

function Members({ wanted, onSearch }: { wanted: string; onSearch: (words: string) => void }) {
  const list = useMembers(wanted)
  return (
    <div className="stack-5">
      <RoleChanges />
      <SearchBar
        wanted={wanted}
        list={list}
        onSearch={onSearch}
        longest={limits.email}
        words={{
          field: <Text ns="house" k="search_member" />,
          search: <Text ns="house" k="search" />,
          clear: <Text ns="house" k="search_clear" />,
        }}
      />
      <Found wanted={wanted} list={list} />
    </div>
  )
}

const useMembers = (wanted: string) =>
  usePages({
    key: [callPath(findMembers), wanted],
    ask: (after, signal) =>
      call(findMembers, { query: { after, search: wanted || undefined } }, { signal }),
    linesOf: ({ members }) => members,
    next: ({ next }) => next,
  })

type FoundProps = { wanted: string; list: ReturnType<typeof useMembers> }

function Found({ wanted, list }: FoundProps) {
  const { t } = useText('house')
  return (
    <section className="stack-4 no-ring" aria-label={t('members_list')}>
      {list.pages[0]?.admins === 1 && (
        <Notice announced={false} title={<Text ns="house" k="one_admin" />}>
          <Text as="p" ns="house" k="one_admin_text" />
          <code className={styles.command} lang="">
            <span>npm run club --</span> <span>grant-admin</span> <span>--email …</span>
          </code>
        </Notice>
      )}
      {list.lines && !wanted && (
        <p className={`break-anywhere soft small ${styles.soft}`}>
          <Text ns="house" k="staff_only" />
        </p>
      )}
      <PagedList
        list={list}
        failed={<Text ns="house" k="failed" />}
        empty={<EmptyState title={<Text ns="house" k="nobody" />} />}
      >
        {(members) => (
          <Table
            isLean
            columns={COLUMNS}
            className={`no-ring ${house.table} ${house.members}`}
            aria-label={t('members_list')}
          >
            {members.map(({ id, username, since, standing, roles }) => (
              <tr key={id}>
                <th scope="row" className={`break-anywhere ${house.name}`}>
                  <Link to={`${paths.adminMembers}?member=${id}`} className={house.way} lang="">
                    {username}
                  </Link>
                </th>
                <td>
                  {roles.map((role) => (
                    <StaffBadge key={role} role={role} />
                  ))}
                </td>
                <td>
                  <StandingBadge standing={standing} />
                </td>
                <Cell label={t('fact_since')} className={house.soft}>
                  <Time at={since} isDay />
                </Cell>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </section>
  )
}

const COLUMNS = [
  { key: 'member', words: <Text ns="house" k="col_member" /> },
  { key: 'roles', words: <Text ns="house" k="col_roles" /> },
  { key: 'standing', words: <Text ns="house" k="col_standing" /> },
  { key: 'since', words: <Text ns="house" k="fact_since" /> },
]

const changes = query(listRoleChanges, {})

/** What waits for a second admin, if anything does. */
function RoleChanges() {
  const list = useQuery({ ...changes, staleTime: 0 })
  const client = useQueryClient()
  const place = useRef<HTMLElement>(null)
  const [status, setStatus] = useStatusMessage()
  const refresh = async (words: ReactElement, passOn: PassFocus) => {
    setStatus(words)
    await Promise.all([
      client.invalidateQueries({ queryKey: changes.queryKey }),
      client.invalidateQueries({ queryKey: [callPath(findMembers)] }),
    ])
    // the line is gone, and the focus with it
    passOn(place.current)
  }
  return (
    <section ref={place} tabIndex={-1} className="stack-4 no-ring" aria-labelledby="changes">
      <Text as="h2" id="changes" ns="house" k="changes" />
      <StatusMessage>{status}</StatusMessage>
      <QueryView query={list} failed={<Text ns="house" k="failed" />}>
        {(data) =>
          data.changes.length === 0 ? (
            <p className={`break-anywhere soft small ${styles.soft}`}>
              <Text ns="house" k="changes_none" />
            </p>
          ) : (
            <ul className="stack-3 no-ring">
              {data.changes.map((change) => (
                <RoleChangeLine key={change.id} change={change} onDone={refresh} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  )
}
