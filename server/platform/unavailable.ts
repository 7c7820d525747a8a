import { DecoderBusy } from './decoder.ts'
import { PrinterBusy } from './printing.ts'

/** SQLSTATE classes and Node codes that mean "the database is not there right now", not "a bug". */
const SQLSTATES = /^(08\w{3}|57P0[1-5]|53300|57014|55P03)$/
const NODE_CODES =
  /^(EAGAIN|EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOENT|ENOTFOUND|EPIPE|ETIMEDOUT)$/
const SYSCALLS = /^(connect|getaddrinfo|read|write)$/
const PG_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered/

/** Whether an error only says that the database, the decoder or the printer is away, starting, or overloaded: worth another try. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DecoderBusy || error instanceof PrinterBusy) return true
  // a name with several addresses, `localhost` say, failed at each
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  const { code = '', syscall = '' } = error as { code?: string; syscall?: string }
  return (
    SQLSTATES.test(code) ||
    (NODE_CODES.test(code) && SYSCALLS.test(syscall)) ||
    PG_MESSAGES.test(error.message)
  )
}
