import { Text } from '#web/text/Text.tsx'
import { errorMessage, fieldMessage, type ErrorMessage } from './errors.ts'

/** The words for a failed call. */
export const ErrorText = ({ failure }: { failure: unknown }) => say(errorMessage(failure))

/** The words for one field: the message of a schema or of the server's answer. */
export const FieldText = ({ message }: { message: string }) => say(fieldMessage(message))

function say(message: ErrorMessage) {
  if ('words' in message) return message.words
  if (message.ns === 'validation') return <Text ns="validation" k={message.k} />
  return <Text ns="errors" k={message.k} {...(message.values && { values: message.values })} />
}
