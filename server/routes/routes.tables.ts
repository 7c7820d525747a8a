import * as messages from '#contract/tables/messages.ts'
import * as tables from '#contract/tables/tables.ts'
import {
  createTableMessage,
  deleteTableMessage,
  editTableMessage,
  listTableMessages,
} from '#server/features/tables/messages.service.ts'
import { searchTables } from '#server/features/tables/tables.search.ts'
import {
  clearTable,
  getTable,
  leaveTable,
  listTables,
  markTableRead,
  setForgetting,
  sitDown,
  tellTableWriting,
} from '#server/features/tables/tables.service.ts'
import { answers } from '#server/platform/http/route.ts'

/** Every call about tables for two, and the function that answers it. */
export const tableRoutes = [
  // before the calls about one table, whose path it would be
  ...answers(messages, {
    searchTables,
    listTableMessages,
    createTableMessage,
    editTableMessage,
    deleteTableMessage,
  }),
  ...answers(tables, {
    listTables,
    getTable,
    sitDown,
    leaveTable,
    clearTable,
    setForgetting,
    markTableRead,
    tellTableWriting,
  }),
]
