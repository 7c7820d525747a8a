import { validationKeys } from '#contract/fields.ts'
import { ErrorText, FieldText } from '#web/platform/api/ErrorText.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'

const isValidation = (message: string) => validationKeys.some((key) => key === message)

/** What is wrong with a field: the message of a schema, or the words of a wire code. */
export function Problem({ message }: { message: string }) {
  return isValidation(message) ? (
    <FieldText message={message} />
  ) : (
    <ErrorText failure={{ code: message }} />
  )
}

/** A refusal that belongs to no field, kept in the form after its toast is gone. The toast speaks. */
export function Failure({ failure }: { failure: unknown }) {
  if (!failure) return null
  return (
    <Notice tone="danger" announced={false}>
      <ErrorText failure={failure} />
    </Notice>
  )
}
