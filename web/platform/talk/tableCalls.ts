import {
  createTableMessage,
  deleteTableMessage,
  editTableMessage,
  listTableMessages,
} from '#contract/tables/messages.ts'
import { markTableRead, tellTableWriting } from '#contract/tables/tables.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import { call } from '#web/platform/api/call.ts'

export const listMessages = (
  tableId: string,
  query: RequestOf<typeof listTableMessages>['query'],
  signal?: AbortSignal,
) => call(listTableMessages, { params: { tableId }, query }, signal && { signal })

export const sendMessage = (
  tableId: string,
  body: RequestOf<typeof createTableMessage>['body'],
  signal: AbortSignal,
) => call(createTableMessage, { params: { tableId }, body }, { signal })

export const saveMessage = (tableId: string, messageId: string, text: string) =>
  call(editTableMessage, { params: { tableId, messageId }, body: { text } })

export const removeMessage = (tableId: string, messageId: string) =>
  call(deleteTableMessage, { params: { tableId, messageId } })

export const markRead = (tableId: string, number: number) =>
  call(markTableRead, { params: { tableId }, body: { number } }, { staysOn: true, isQuiet: true })

export const tellWriting = (tableId: string) =>
  call(tellTableWriting, { params: { tableId } }, { isQuiet: true })
