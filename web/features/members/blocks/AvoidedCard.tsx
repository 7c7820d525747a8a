// A member enters, looks up and removes addresses of people to avoid, of which the club keeps only marks.
import { useRef, useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  avoidAddress,
  findAvoidedAddress,
  listAvoidedAddresses,
  removeAvoidedAddress,
  type AvoidedAddress,
} from '#contract/members/avoidedAddresses.ts'
import { call, query, type CallError } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { FieldText } from '#web/platform/api/ErrorText.tsx'
import { findContractProblems } from '#web/platform/forms/contractProblems.ts'
import { useCallForm } from '#web/platform/forms/useCallForm.ts'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { holdFocus, type PassFocus } from '#web/ui/behaviour/regainFocus.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { StatusMessage, useStatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import { Field, TextInput } from '#web/ui/fields/Field.tsx'
import styles from './blocks.module.css'

/** The addresses of people a member wants to avoid. The club only keeps marks of them, not the addresses. */
export function AvoidedCard() {
  const { t } = useText('avoiding')
  const client = useQueryClient()
  const result = useQuery(query(listAvoidedAddresses, {}))
  const [status, setStatus] = useStatusMessage()
  const [found, setFound] = useState<AvoidedAddress | null>(null)
  const top = useRef<HTMLDivElement>(null)
  const act = useRef<'add' | 'find'>('add')
  const [pressed, setPressed] = useState<'add' | 'find'>('add')
  const press = (which: 'add' | 'find') => {
    act.current = which
    setPressed(which)
  }
  // everything is loaded again: members may have appeared or vanished. Also when nobody has, so that it tells nothing
  const readAgain = () => client.invalidateQueries()

  const form = useCallForm({
    defaults: { email: '' },
    check: (fields) => findContractProblems<{ email: string }>(avoidAddress.body, fields),
    changed: () => {
      setFound(null)
      setStatus(null)
    },
    send: async (body) => {
      // another may be typed while the answer is under way
      const isTyped = () => form.values().email === body.email
      if (act.current === 'find') {
        const { entry } = await call(findAvoidedAddress, { body })
        if (!isTyped()) return
        setFound(entry)
        setStatus(
          entry ? <Since k="found" at={entry.addedAt} /> : <Text ns="avoiding" k="not_found" />,
        )
        return
      }
      await call(avoidAddress, { body })
      if (isTyped()) form.put('email', '')
      setFound(null)
      setStatus(<Text ns="avoiding" k="added" />)
      await readAgain()
    },
    refused: ({ body }) => (body?.errors?.[0] ? { email: body.errors[0].message } : {}),
  })
  const wrong = form.problem('email')
  const afterRemoval = (passOn: PassFocus) => {
    setFound(null)
    passOn(top.current)
    setStatus(<Text ns="avoiding" k="removed" />)
    void readAgain()
  }

  return (
    <Card titleId="avoided" title={<Text ns="avoiding" k="card" />}>
      <div ref={top} tabIndex={-1} className="stack-3 no-ring">
        <Text as="p" className="soft" ns="avoiding" k="text" />
        <form {...form.props} className="stack-3">
          <Field
            label={<Text ns="avoiding" k="email" />}
            hint={<Text ns="avoiding" k="kept" />}
            error={wrong && <FieldText message={wrong} />}
          >
            <TextInput
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              {...form.register('email')}
            />
          </Field>
          <ErrorNotice failure={form.failure} />
          <div className="row-2">
            <Button
              type="submit"
              size="s"
              pending={form.isPending && pressed === 'add'}
              onClick={() => press('add')}
            >
              <Text ns="avoiding" k="add" />
            </Button>
            <Button
              type="submit"
              look="quiet"
              size="s"
              pending={form.isPending && pressed === 'find'}
              onClick={() => press('find')}
            >
              <Text ns="avoiding" k="find" />
            </Button>
          </div>
        </form>
        <StatusMessage size="s">{status}</StatusMessage>
        {found && <Removal entry={found} onGone={afterRemoval} />}
        <QueryView
          query={result}
          isPart
          failed={<Text ns="avoiding" k="failed" />}
          waiting={<LoadingSkeleton label={t('loading')} parts={['line']} />}
        >
          {({ entries }) => <Entries entries={entries} onGone={afterRemoval} />}
        </QueryView>
      </div>
    </Card>
  )
}

type EntriesProps = { entries: AvoidedAddress[]; onGone: (passOn: PassFocus) => void }

function Entries({ entries, onGone }: EntriesProps) {
  if (entries.length === 0) return <Text as="p" ns="avoiding" k="none" />
  return (
    <details className={styles.entries}>
      <Text as="summary" ns="avoiding" k="count" values={{ count: entries.length }} />
      <ul role="list" className={`stack-3 ${styles.blocks}`}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <Removal entry={entry} onGone={onGone} isListed />
          </li>
        ))}
      </ul>
    </details>
  )
}

type RemovalProps = Pick<EntriesProps, 'onGone'> & { entry: AvoidedAddress; isListed?: boolean }

/** Each has a request of its own: of two that are removed at once, one may fail. */
function Removal({ entry: { id, addedAt }, onGone, isListed = false }: RemovalProps) {
  const removal = useMutation<unknown, CallError, PassFocus>({
    mutationFn: () => call(removeAvoidedAddress, { params: { entryId: id } }),
    onSuccess: (_, passOn) => onGone(passOn),
  })
  const since = <Since k="since" at={addedAt} />
  return (
    <>
      <div className={`bar ${styles.line}`}>
        {isListed && <span>{since}</span>}
        <Button
          look="quiet"
          size="s"
          pending={removal.isPending}
          onClick={() => removal.mutate(holdFocus())}
        >
          <Text ns="avoiding" k="remove" />
          {isListed && (
            <>
              {' '}
              <span className="visually-hidden">{since}</span>
            </>
          )}
        </Button>
      </div>
      <ErrorNotice failure={removal.error} />
    </>
  )
}

const Since = ({ k, at }: { k: 'found' | 'since'; at: string }) => (
  <Text ns="avoiding" k={k} values={{ day: formatDay(at, useScreenTongue()) }} />
)
