// What the fuzz could not make up: things that are there, and the words that belong to them.
import { table } from '#testing/authorisation/authorisation.ts'
import {
  httpMethod,
  uploadType,
  type AccessScene,
} from '#testing/authorisation/authorisation.access.ts'
import type { Operation } from './fuzz.draft.ts'

/** A request nothing is wrong with, to be sent as it is or spoilt. */
export type Prepared = {
  operation: Operation
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  file?: Uint8Array
  /** Of the file. */
  type: string
}

const rows = new Map(
  table.map(({ call, request }) => [
    `${httpMethod(call)} ${call.path.replace(/:(\w+)/g, '{$1}')}`,
    { request, type: uploadType(call) },
  ]),
)

/** The matrix of authorisation knows a good request for every operation; some can be made only once for the same person. */
export async function prepare(operation: Operation, scene: AccessScene): Promise<Prepared | null> {
  const row = rows.get(`${operation.method} ${operation.path}`)
  if (!row) return null
  try {
    const wire = (await row.request(scene)) as Omit<Prepared, 'operation' | 'type'>
    return { ...wire, operation, type: row.type }
  } catch {
    return null
  }
}
