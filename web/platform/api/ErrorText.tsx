import { Suspense } from 'react'
import type { Key } from '#web/text/catalogues.ts'
import { needWords } from '#web/text/i18n.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { errorMessage, fieldMessage, type ErrorMessage } from './errors.ts'

/** The words for a failed call. */
export const ErrorText = ({ failure }: { failure: unknown }) => render(errorMessage(failure))

/** The words for one field: the message of a schema or of the server's answer. */
export const FieldText = ({ message }: { message: string }) => render(fieldMessage(message))

function render(message: ErrorMessage) {
  if ('words' in message) return message.words
  if (message.ns === 'validation') return <Text ns="validation" k={message.k} />
  return <Refusal {...message} />
}

type Told = Extract<ErrorMessage, { ns: 'errors' }>

/** What few are refused with comes with its words. */
const late = lazyPart(async () => {
  await needWords(['refusals'])
  return ({ k }: Pick<Told, 'k'>) => <Text ns="refusals" k={k as Key<'refusals'>} />
})

function Refusal({ k, values }: Told) {
  const { t } = useText('errors')
  const common = k as Key<'errors'>
  if (t(common, values) !== k) return <Text ns="errors" k={common} {...(values && { values })} />
  return (
    <Suspense fallback={null}>
      <late.Part k={k} />
    </Suspense>
  )
}
