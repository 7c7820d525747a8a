import type { FieldProblems } from './useCallForm.ts'

type Issue = { path: readonly PropertyKey[]; message: string }
type Schema = { safeParse: (value: unknown) => { error?: { issues: readonly Issue[] } } }

/** What a schema of the contract finds wrong, first message of each field. */
export function findContractProblems<F extends object>(
  schema: Schema,
  fields: F,
): FieldProblems<F> {
  const problems: Partial<Record<PropertyKey, string>> = {}
  for (const { path, message } of schema.safeParse(fields).error?.issues ?? []) {
    const field = path[0]
    if (field !== undefined) problems[field] ??= message
  }
  return problems as FieldProblems<F>
}
