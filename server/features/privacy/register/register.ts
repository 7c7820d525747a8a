import { accountRegister } from './register.account.ts'
import { bellRegister } from './register.bell.ts'
import { contentRegister } from './register.content.ts'
import { identityRegister } from './register.identity.ts'
import { messageRegister } from './register.messages.ts'
import { moneyRegister } from './register.money.ts'
import { safetyRegister } from './register.safety.ts'
import { securityRegister } from './register.security.ts'
import { tablesRegister } from './register.tables.ts'
import { isPersonal, type Exported, type PersonalTable, type Register } from './register.shape.ts'

/**
 * Every column of every table, and what becomes of it when somebody asks for a copy: what drives
 * the export, its schema and the record of processing (Art. 30 GDPR).
 */
export const register: Register = {
  ...accountRegister,
  ...contentRegister,
  ...bellRegister,
  ...identityRegister,
  ...messageRegister,
  ...moneyRegister,
  ...safetyRegister,
  ...securityRegister,
  ...tablesRegister,
}

/** What the job queue keeps is not ours to name by column: ids of what is to be done, two days at most; of a mail that no server takes, to whom it goes, eight. */
export const queueSchema = 'pgboss'

type Field = Exported & { column: string; name: string }
export type Section = { table: string; entry: PersonalTable; fields: readonly Field[] }

const camelCased = (name: string) =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The parts of the copy, in its order: every table of which something is exported. */
export const sections: readonly Section[] = Object.entries(register).flatMap(([table, entry]) => {
  if (!isPersonal(entry) || !entry.whose) return []
  const fields = Object.entries(entry.columns).flatMap(([column, what]) =>
    what.is === 'exported' ? [{ ...what, column, name: what.as ?? camelCased(column) }] : [],
  )
  return fields.length > 0 ? [{ table, entry, fields }] : []
})

/** Whether the rows of a table came from the person, at least in part. */
export const isProvided = ({ fields }: Section): boolean => fields.some((field) => field.isProvided)
