// Admins read the audit log, newest first, by who acted or by what was done; nothing in it can be changed.
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { listAudit, type AuditLine } from '#contract/admin/admin.ts'
import { limits } from '#contract/limits.ts'
import { call, callPath } from '#web/platform/api/call.ts'
import { PagedList } from '#web/platform/lists/PagedList.tsx'
import { SearchBar } from '#web/platform/lists/SearchBar.tsx'
import { usePages } from '#web/platform/lists/usePages.ts'
import type { Key } from '#web/text/catalogues.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Time } from '#web/text/Time.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Field, Select } from '#web/ui/fields/Field.tsx'
import styles from './admin.module.css'

/** `checks/audit.test.ts` sees to it that each has words; one of a time gone by says its code. */
type Act = Key<'audit'>
type Wanted = { action: string; actor: string }

/** The audit log, newest first; it can only be read. */
export function AuditDesk() {
  const { t } = useText('house')
  const [search, setSearch] = useSearchParams()
  const wanted = { action: search.get('action') ?? '', actor: search.get('actor') ?? '' }
  const show = (next: Partial<Wanted>) =>
    setSearch(
      Object.entries({ ...wanted, ...next }).filter(([, value]) => value),
      { replace: true },
    )
  const { action, actor } = wanted
  const list = usePages({
    key: [callPath(listAudit), action, actor],
    ask: (before, signal) => {
      const query = { before, action: action || undefined, actor: actor || undefined }
      return call(listAudit, { query }, { signal })
    },
    linesOf: ({ entries }) => entries,
    next: ({ entries, hasMore }) => (hasMore ? entries.at(-1)?.id.toString() : null),
  })
  // keeps the list of filters, and the focus in it, while the entries load
  const [actions, setActions] = useState<readonly string[]>(action ? [action] : [])
  const known = list.pages[0]?.actions
  if (known && known !== actions) setActions(known)
  return (
    <div className="stack-5">
      <SearchBar
        wanted={actor}
        list={list}
        onSearch={(name) => show({ actor: name })}
        longest={limits.username.max}
        words={{
          field: <Text ns="house" k="audit_actor" />,
          search: <Text ns="house" k="search" />,
          clear: <Text ns="house" k="search_clear" />,
        }}
      />
      <Field label={<Text ns="house" k="audit_action" />}>
        <Select value={action} onChange={({ target }) => show({ action: target.value })}>
          <option value="">{t('audit_all')}</option>
          <Acts known={actions} />
        </Select>
      </Field>
      <PagedList
        list={list}
        failed={<Text ns="house" k="failed" />}
        empty={<EmptyState title={<Text ns="house" k="audit_none" />} />}
      >
        {(entries) => (
          <ol className="stack-3 no-ring" aria-label={t('audit_list')}>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </PagedList>
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
  return (
    <li className={`stack-2 no-ring ${styles.line}`}>
      <div className={`toolbar ${styles.head}`}>
        <strong title={action}>
          <Text ns="audit" k={action as Act} />
        </strong>
        <span className={`break-anywhere soft small ${styles.soft}`}>
          <code lang="en">{action}</code> · #{id} · <Time at={at} />
        </span>
      </div>
      <p className={`break-anywhere soft small ${styles.soft}`}>
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
        <p className={`break-anywhere soft small ${styles.soft}`} lang="en">
          {details.map(({ name, value }) => `${name}: ${value}`).join(' · ')}
        </p>
      )}
    </li>
  )
}

const Named = ({ id, username }: NonNullable<AuditLine['actor']>) => (
  <span lang="">{username ?? id}</span>
)
