import { limits } from '#contract/limits.ts'
import { Text } from '#web/text/Text.tsx'
import { Field, TextInput } from '#web/ui/fields/Field.tsx'

/** The fields that say who declares it, and about which contract. */
export function WhoAndWhat() {
  return (
    <>
      <Field
        label={<Text ns="declarations" k="name" />}
        hint={<Text ns="declarations" k="name_hint" />}
      >
        <TextInput name="name" autoComplete="name" required data-max={limits.contactName} />
      </Field>
      <Field
        label={<Text ns="declarations" k="contract" />}
        hint={<Text ns="declarations" k="contract_hint" />}
      >
        <TextInput
          name="contract"
          autoCapitalize="none"
          spellCheck={false}
          required
          data-max={limits.email}
        />
      </Field>
    </>
  )
}

export function EmailField() {
  return (
    <Field
      label={<Text ns="declarations" k="email" />}
      hint={<Text ns="declarations" k="email_hint" />}
    >
      <TextInput type="email" name="email" autoComplete="email" required data-max={limits.email} />
    </Field>
  )
}
