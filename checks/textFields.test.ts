import type { $ZodType, $ZodTypes } from 'zod/v4/core'
import { expect, test } from 'vitest'
import { routes } from '#server/routes.ts'

/** They are compared with what there is, or read as something else, and shown to nobody as they came. */
const COMPARED = [
  'POST /api/auth/sign-up termsVersion',
  'POST /api/cookie-choices bannerVersion',
  'POST /api/consents version',
  'POST /api/admin/verifications/:submissionId/decision birthdate',
  'POST /api/mine/push endpoint',
  'POST /api/desk/cases/:caseId/decisions version',
]

/** The texts of a schema that are neither cleaned nor of one form, each by where it stands. */
function listBare(schema: $ZodType, path: string): string[] {
  const { def } = (schema as $ZodTypes)._zod
  if (def.type === 'object')
    return Object.entries(def.shape).flatMap(([name, field]) =>
      listBare(field, `${path}${path.endsWith(' ') ? '' : '.'}${name}`),
    )
  if (def.type === 'union') return def.options.flatMap((option) => listBare(option, path))
  if (def.type === 'array') return listBare(def.element, path)
  if ('innerType' in def) return listBare(def.innerType, path)
  if (def.type !== 'string' || 'format' in def) return []
  const kinds = (def.checks ?? []).map(({ _zod }) => _zod.def.check)
  return kinds.includes('overwrite') || kinds.includes('string_format') ? [] : [path]
}

test('every text that is sent is one of the fields that clean it, or is of one form', () => {
  const bare = routes.flatMap(({ call }) =>
    'body' in call && call.body ? listBare(call.body, `${call.method} ${call.path} `) : [],
  )
  expect(bare).toEqual(COMPARED)
})
