import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { listAudit, type AuditLine } from '#contract/house.ts'
import { limits } from '#contract/limits.ts'
import { call, pathOf, type CallError } from '#web/platform/call.ts'
import { SearchBar } from '#web/platform/SearchBar.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Loaded } from './Loaded.tsx'
import styles from './house.module.css'

/** `checks/audit.test.ts` sees to it that each has words; one of a time gone by says its code. */
type Act = Key<'audit'>
type Before = string | undefined
type Page = Awaited<ReturnType<typeof read>>
type Wanted = { action: string; actor: string }

const read = ({ action, actor }: Wanted, before: Before, signal: AbortSignal) =>
  call(
    listAudit,
    { query: { before, action: action || undefined, actor: actor || undefined } },
    { signal },
  )

/** What was done with care, newest first; to read and nothing else. */
export function AuditDesk() {
  const { t } = useText('house')
  const [search, setSearch] = useSearchParams()
  const wanted = { action: search.get('action') ?? '', actor: search.get('actor') ?? '' }
  const show = (next: Partial<Wanted>) =>
    setSearch(
      Object.entries({ ...wanted, ...next }).filter(([, value]) => value),
      { replace: true },
    )
  const list = useInfiniteQuery<
    Page,
    CallError,
    { pages: Page[]; pageParams: Before[] },
    string[],
    Before
  >({
    queryKey: [pathOf(listAudit), wanted.action, wanted.actor],
    queryFn: ({ pageParam, signal }) => read(wanted, pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ entries, hasMore }) =>
      hasMore && entries.length > 0 ? String(entries.at(-1)!.id) : undefined,
    staleTime: 0,
  })
  return (
    <div className={styles.desk}>
      <SearchBar
        key={wanted.actor}
        wanted={wanted.actor}
        onSearch={(actor) => show({ actor })}
        longest={limits.username.max}
        words={{
          field: <Text ns="house" k="audit_actor" />,
          search: <Text ns="house" k="search" />,
          clear: <Text ns="house" k="search_clear" />,
        }}
      />
      <Loaded list={list}>
        {({ pages }) => {
          const entries = pages.flatMap((one) => one.entries)
          return (
            <>
              <Field label={<Text ns="house" k="audit_action" />}>
                <Select
                  value={wanted.action}
                  onChange={({ target }) => show({ action: target.value })}
                >
                  <option value="">{t('audit_all')}</option>
                  <Acts known={pages[0]?.actions ?? []} />
                </Select>
              </Field>
              {entries.length === 0 && <EmptyState title={<Text ns="house" k="audit_none" />} />}
              <ol className={styles.list} aria-label={t('audit_list')}>
                {entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ol>
              {list.hasNextPage && (
                <Button
                  look="quiet"
                  className={styles.more}
                  pending={list.isFetchingNextPage}
                  onClick={() => void list.fetchNextPage()}
                >
                  <Text ns="house" k="more" />
                </Button>
              )}
            </>
          )
        }}
      </Loaded>
    </div>
  )
}

/** In the order of the words, as they are looked for. */
function Acts({ known }: { known: readonly string[] }) {
  const { t } = useText('audit')
  const { compare } = new Intl.Collator(useScreenTongue())
  const worded = known.map((action) => ({ action, words: t(action as Act) }))
  return worded
    .toSorted((one, other) => compare(one.words, other.words))
    .map(({ action, words }) => (
      <option key={action} value={action} title={action}>
        {words}
      </option>
    ))
}

function Entry({ entry: { id, at, action, actor, subject, details } }: { entry: AuditLine }) {
  const tongue = useScreenTongue()
  return (
    <li className={styles.line}>
      <div className={styles.head}>
        <strong title={action}>
          <Text ns="audit" k={action as Act} />
        </strong>
        <span className={styles.soft}>
          <code lang="en">{action}</code> · #{id} ·{' '}
          <time dateTime={at}>{formatMoment(at, tongue)}</time>
        </span>
      </div>
      <p className={styles.soft}>
        <Text ns="house" k="audit_by" />{' '}
        {actor ? <Named {...actor} /> : <Text ns="house" k="audit_club" />}
        {subject && (
          <>
            {' · '}
            <Text ns="house" k="audit_about" /> <Named {...subject} />
          </>
        )}
      </p>
      {details.length > 0 && (
        <p className={styles.soft} lang="en">
          {details.map(({ name, value }) => `${name}: ${value}`).join(' · ')}
        </p>
      )}
    </li>
  )
}

const Named = ({ id, username }: NonNullable<AuditLine['actor']>) => (
  <span lang="">{username ?? id}</span>
)
