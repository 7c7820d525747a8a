// Tells an error that only means not now from a bug, and says what the operator has to do about it.
import { ClockDrift } from '#server/platform/database/clock.ts'
import { DecoderBusy } from '#server/platform/decoding/decoder.ts'
import { StoreAway } from '#server/platform/files/fileStore.ts'
import { PrinterBusy } from '#server/platform/print/printing.ts'

/**
 * SQLSTATE classes that mean "not now", not "a bug": the database is away, only reads or lets the club in no more, the
 * disk is full or failing, memory, connections or a lock are lacking, or another transaction was first.
 */
const SQLSTATES =
  /^(08\w{3}|28\w{3}|3D000|57P0[1-5]|53\w{3}|57014|55P03|25006|25P0[34]|40001|40P01|58000|58030|58P01)$/
/** The network fails, with or without a word what was being done. */
const NETWORK_CODES =
  /^(EADDRNOTAVAIL|EAI_AGAIN|EAI_FAIL|EAI_MEMORY|ECONNABORTED|ECONNREFUSED|ECONNRESET|EHOSTDOWN|EHOSTUNREACH|ENETDOWN|ENETRESET|ENETUNREACH|ENOBUFS|ENOTFOUND|EPIPE|EPROTO|ETIMEDOUT)$/
/** A certificate of the database that ran out, or is none the club trusts. */
const TLS_CODES = /^(CERT_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT|UNABLE_TO_|ERR_TLS_CERT)/
/** The machine or its disk lacks something. */
const SHORT_CODES =
  /^(EAGAIN|EBUSY|EDQUOT|EIO|EMFILE|ENFILE|ENODEV|ENOLCK|ENOMEM|ENOSPC|ENOTCONN|ENXIO|EROFS|ESTALE|EUCLEAN)$/
/** The disk came back with another owner, or a socket is shut. */
const NOT_ALLOWED = /^(EACCES|EPERM)$/
const PG_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered|Client was closed|Cannot use a pool after calling end|The server does not support SSL|There was an error establishing an SSL)/
/** Where PostgreSQL looks whether somebody may come in. The SQLSTATEs it refuses with mostly are a bug elsewhere. */
const DOOR = 'CheckMyDatabase'
/** Its SQLSTATE says no more than that something is too large, which mostly is a bug. */
const NOTICES_FULL = /too many notifications in the NOTIFY queue/

/** What the club itself says while something around it is busy, away or not to be trusted. */
const NOT_NOW = [ClockDrift, DecoderBusy, PrinterBusy, StoreAway]

/** What Node or PostgreSQL say beside the words, which are in the language of the machine. */
type Told = { code?: string; syscall?: string; routine?: string }

/** Whether an error only says that something around the club is away, full, starting or overloaded: worth another try. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (NOT_NOW.some((one) => error instanceof one)) return true
  // a name with several addresses, `localhost` say, failed at each
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  const { code = '', syscall = '', routine } = error as Told
  return (
    SQLSTATES.test(code) ||
    SHORT_CODES.test(code) ||
    TLS_CODES.test(code) ||
    NETWORK_CODES.test(code) ||
    NOT_ALLOWED.test(code) ||
    // a socket that is not there; of a file it mostly is a bug
    (code === 'ENOENT' && syscall === 'connect') ||
    PG_MESSAGES.test(error.message) ||
    routine === DOOR ||
    NOTICES_FULL.test(error.message) ||
    // `fetch failed` says only there why
    isUnavailable(error.cause)
  )
}

const LOCKED_OUT = /^(28\w{3}|3D000)$/
const LOCKED_OUT_WORDS = 'the database does not let the club in; look at DATABASE_URL'
const FULL = /^(53100|ENOSPC|EDQUOT)$/
/** The disk of the database says it in other codes. */
const OF_FILES = /^(ENOSPC|EDQUOT|EROFS|EIO|EACCES|EPERM)$/
const GONE = /^(ENODEV|ENXIO|ESTALE)$/

type Trouble = {
  /** Whether a process that has it takes no files, or nothing at all. */
  of: 'files' | 'club'
  words: string
}

/** What the operator has to do about it; null where it passes by itself. */
export function whatToDo(error: unknown): Trouble | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof Error && NOTICES_FULL.test(error.message))
    return {
      of: 'club',
      words: 'somebody at the database listens and takes no notices; end that session',
    }
  const of = OF_FILES.test(code) ? 'files' : 'club'
  // too many at once pass by themselves
  const isShut = (error as Told | null)?.routine === DOOR && code !== '53300'
  const words = isShut ? LOCKED_OUT_WORDS : inWords(code)
  return words ? { of, words } : null
}

function inWords(code: string): string | null {
  if (FULL.test(code)) return 'the disk is full; make room'
  if (LOCKED_OUT.test(code)) return LOCKED_OUT_WORDS
  if (TLS_CODES.test(code)) return `the certificate of the database is not good (${code})`
  if (code === '25006') return 'the database only reads; is it a standby?'
  if (code === 'EROFS') return 'the disk can only be read'
  if (NOT_ALLOWED.test(code)) return 'the files below DATA_DIR may not be used; whose are they?'
  if (GONE.test(code)) return 'the files below DATA_DIR are gone; is its disk there?'
  return code === '58030' || code === 'EIO' ? 'the disk fails' : null
}
