import { codes } from '#contract/errors.ts'
import { SignUpForm } from '#contract/admission/signup.ts'
import { birthdateProblem } from '#contract/admission/birthdate.ts'
import type { CallError } from '#web/platform/api/call.ts'
import { readDate } from '#web/platform/forms/birthdate.mask.ts'

export type SignUpFields = {
  birthdate: string
  email: string
  password: string
  username: string
  city: string
  bio: string
  acceptsTerms: boolean
}
export type SignUpField = keyof SignUpFields

/** In the order of the screen, so that the first wrong one is the uppermost. */
const signUpFields = [
  'birthdate',
  'email',
  'password',
  'username',
  'city',
  'bio',
  'acceptsTerms',
] as const satisfies readonly SignUpField[]

export const noSignUpFields: SignUpFields = {
  birthdate: '',
  email: '',
  password: '',
  username: '',
  city: '',
  bio: '',
  acceptsTerms: false,
}

/** What is wrong with the form, as keys of the validation words; the server asks all of it again. */
export function signUpProblems(
  fields: SignUpFields,
  now: Date,
): Partial<Record<SignUpField, string>> {
  const body = SignUpForm.safeParse(trimFields(fields))
  const problems: Partial<Record<SignUpField, string>> = {}
  for (const { path, message } of body.error?.issues ?? []) {
    const field = signUpFields.find((one) => one === path[0])
    if (field) problems[field] ??= message
  }
  const birthdate = birthdateProblem(trimFields(fields).birthdate, now)
  return birthdate ? { ...problems, birthdate } : problems
}

export const isOfMinor = (fields: SignUpFields, now: Date): boolean =>
  birthdateProblem(trimFields(fields).birthdate, now) === 'birthdate_underage'

/** The fields as they are sent: a date that was never left is still put in its form. */
export const trimFields = (fields: SignUpFields): SignUpFields => ({
  ...fields,
  birthdate: readDate(fields.birthdate) ?? fields.birthdate,
})

const FIELD_OF_CODE: Record<string, SignUpField> = {
  email_exists: 'email',
  [codes.conflict]: 'username',
  weak_password: 'password',
  version_outdated: 'acceptsTerms',
}

/** Where a refusal belongs, if anywhere: the field, and its message (a validation key or a wire code). */
export function findRefusedFields({ code, body }: CallError): [SignUpField, string][] {
  const field = FIELD_OF_CODE[code]
  if (field) return [[field, code]]
  return (body?.errors ?? []).flatMap(({ path, message }) => {
    const named = signUpFields.find((one) => one === path)
    return named ? [[named, message] as [SignUpField, string]] : []
  })
}
