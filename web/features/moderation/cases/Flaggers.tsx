import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getFlaggers, saveFlaggers } from '#contract/moderation/cases.ts'
import { call, query } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useCallForm } from '#web/platform/forms/useCallForm.ts'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field, TextArea } from '#web/ui/fields/Field.tsx'
import { StatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import styles from './cases.module.css'

/** Whose notices come first among equally urgent ones (Art. 22 DSA). For admins. */
export function Flaggers() {
  const result = useQuery({
    ...query(getFlaggers, {}),
    // what is typed here is not to be asked over
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  return (
    <Card titleId="flaggers" title={<Text ns="moderation" k="flaggers" />}>
      <Text as="p" className="soft small" ns="moderation" k="flaggers_text" />
      <QueryView query={result} isPart failed={<Text ns="moderation" k="flaggers_failed" />}>
        {({ domains }) => <Form domains={domains} />}
      </QueryView>
    </Card>
  )
}

function Form({ domains }: { domains: string[] }) {
  const client = useQueryClient()
  const [isSaved, setSaved] = useState(false)
  /** What stood in the field when it was last asked for, or saved. */
  const [before, setBefore] = useState(domains)
  const form = useCallForm({
    defaults: { domains: domains.join('\n') },
    check: () => ({}),
    changed: () => setSaved(false),
    send: async (fields) => {
      const lines = fields.domains.toLowerCase().split(/[\s,;]+/)
      const body = { domains: [...new Set(lines.filter(Boolean))], before }
      const saved = await call(saveFlaggers, { body })
      setBefore(body.domains)
      client.setQueryData(query(getFlaggers, {}).queryKey, saved)
      // not of what was typed while it was saved
      setSaved(form.values().domains === fields.domains)
    },
    refused: ({ body }) => (body?.errors?.length ? { domains: 'invalid' } : {}),
  })
  const wrong = form.problem('domains')
  return (
    <form className="stack-4" {...form.props}>
      <Field
        label={<Text ns="moderation" k="domains" />}
        hint={<Text ns="moderation" k="domains_hint" />}
        error={wrong && <Text ns="moderation" k="domain_wrong" />}
      >
        <TextArea rows={3} spellCheck={false} {...form.register('domains')} />
      </Field>
      <ErrorNotice failure={form.failure} />
      <StatusMessage>{isSaved && <Text ns="moderation" k="saved" />}</StatusMessage>
      <Button type="submit" look="quiet" className={styles.act} pending={form.isPending}>
        <Text ns="moderation" k="save" />
      </Button>
    </form>
  )
}
